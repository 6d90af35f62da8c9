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
}

/** `/addresses/0/zip` as `addresses[0].zip`. */
export function fieldOf(path: string): string {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (field, token) => (/^\d+$/.test(token) ? `${field}[${token}]` : field === "" ? token : `${field}.${token}`),
      "",
    );
}

export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}
