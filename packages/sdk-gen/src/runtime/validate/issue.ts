/** One way in which a value breaks the description. */
export interface Issue {
  /** Which part of the call: absent for a value checked by itself. */
  readonly in?: "path" | "query" | "header" | "cookie" | "body" | "response";
  /** JSON pointer into that part: `/addresses/0/zip`. */
  readonly path: string;
  /** The same for people: `addresses[0].zip`. */
  readonly field: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
  /** One sentence without the path: `must be at least 1`. */
  readonly message: string;
  /** The keyword's value in the schema, where it helps. */
  readonly expected?: unknown;
  /** What was there instead, cut short. Passwords and what only clients may know are `(hidden)`. */
  readonly received?: string;
}

/** An issue of a part of a call, or of a query, as a whole. */
export function issueOf(part: Issue["in"], field: string, keyword: string, message: string): Issue {
  const path = field === "" ? "" : `/${escapeToken(field)}`;
  return { ...(part && { in: part }), path, field, keyword, message };
}

/** Issues that are told of one value. Who sends more needs no longer list. */
const MAX_ISSUES = 100;
const PREVIEW_LENGTH = 40;

/** Adds an issue, if a list is wanted and it says something new. @param value what was there, where showing it helps */
export function fail(
  issues: Issue[] | undefined,
  path: string,
  keyword: string,
  message: string,
  value?: unknown,
  expected?: unknown,
): false {
  if (
    issues &&
    issues.length < MAX_ISSUES &&
    !issues.some((issue) => issue.path === path && issue.message === message)
  ) {
    issues.push({
      path,
      field: fieldOf(path),
      keyword,
      message,
      ...(expected === undefined ? {} : { expected }),
      ...(value === undefined ? {} : { received: preview(value) }),
    });
  }
  return false;
}

/** Takes from the issues after the first `from` what they show of the value. */
export function hideReceived(issues: Issue[], from: number): void {
  for (let at = from; at < issues.length; at += 1) {
    const issue = issues[at];
    if (issue?.received) issues[at] = { ...issue, received: "(hidden)" };
  }
}

function preview(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > PREVIEW_LENGTH ? `${value.slice(0, PREVIEW_LENGTH)}...` : value);
  }
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `an array of ${value.length}` : "an object";
}

/** `/addresses/0/zip` as `addresses[0].zip`. */
export function fieldOf(path: string): string {
  return tokensOf(path).reduce(
    (field, token) => (/^\d+$/.test(token) ? `${field}[${token}]` : field === "" ? token : `${field}.${token}`),
    "",
  );
}

/** The names and positions that a path goes through. */
export function tokensOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
