/** Escapes one reference token. @see RFC 6901, section 3 */
export function escapeToken(token: string): string {
  return token.includes("~") || token.includes("/") ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** The pointer of `base` followed by `tokens`. */
export function joinPointer(base: string, ...tokens: readonly (string | number)[]): string {
  let pointer = base;
  for (const token of tokens) pointer += `/${typeof token === "number" ? token : escapeToken(token)}`;
  return pointer;
}

/**
 * Splits `/a~1b/0` into `["a/b", "0"]`. Valid percent-encoding (as in URI fragments, RFC 6901 section 6) is decoded.
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  if (!pointer.includes("%") && !pointer.includes("~")) return tokens;
  return tokens.map((token) => unescapeToken(decodePercent(token)));
}

/**
 * The tokens of a pointer without percent-decoding. Some tools write keys with a percent sign, such as
 * `Pick_Job.%22id%22_`, into references as they are.
 */
export function literalTokens(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeToken);
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

/** The value at `pointer`, `undefined` if the path ends early. Only own properties count. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of parsePointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}

function decodePercent(token: string): string {
  if (!token.includes("%")) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
