/** A difference between a value and the description. */
export interface Issue {
  /** Part of the call; absent for values that are validated alone. */
  readonly in?: "path" | "query" | "header" | "cookie" | "body" | "response";
  /** JSON pointer into that part: `/addresses/0/zip`. */
  readonly path: string;
  /** The path as people write it: `addresses[0].zip`. */
  readonly field: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
  /** One sentence without the path: `must be at least 1`. */
  readonly message: string;
  /** Value of the keyword, if it is useful. */
  readonly expected?: unknown;
  /** The actual value, shortened. Passwords and writeOnly values are `(hidden)`. */
  readonly received?: string;
}

/** Creates an issue of a part of a call or of a query. */
export function issueOf(part: Issue["in"], field: string, keyword: string, message: string): Issue {
  const path = field === "" ? "" : `/${escapeToken(field)}`;
  return { ...(part && { in: part }), path, field, keyword, message };
}

/** Maximum number of issues of one value. */
const MAX_ISSUES = 100;
const PREVIEW_LENGTH = 40;

/** Adds an issue if the list does not have it yet. @param value the actual value, if it is useful */
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

/** Hides the values of the issues after the first `from`. */
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

/** The names and positions of a path. */
export function tokensOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function escapeToken(token: string): string {
  return token.replace(/[~/]/g, (mark) => (mark === "~" ? "~0" : "~1"));
}

/** The names that are known, for messages. */
export function thereAre(names: Iterable<string>): string {
  const known = [...names];
  return `: there are ${known.slice(0, MOST_NAMES).join(", ") || "none"}${known.length > MOST_NAMES ? ", …" : ""}`;
}

const MOST_NAMES = 20;
