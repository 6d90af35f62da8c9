const DELIMITED = /^\/(\^.*\$)\/[a-z]*$/s;

/** Anchors and classes of other languages, and their JavaScript forms. */
const DIALECTS: readonly (readonly [RegExp, string])[] = [
  [DELIMITED, "$1"],
  [/(?<!\\)((?:\\\\)*)\\A/g, "$1^"],
  [/(?<!\\)((?:\\\\)*)\\[zZ]/g, "$1$"],
  [/\(\?P</g, "(?<"],
  [/\(\?#[^)]*\)/g, ""],
  [/\[:alpha:\]/g, "a-zA-Z"],
  [/\[:digit:\]/g, "0-9"],
  [/\[:alnum:\]/g, "a-zA-Z0-9"],
  [/\[:upper:\]/g, "A-Z"],
  [/\[:lower:\]/g, "a-z"],
  [/\[:xdigit:\]/g, "0-9a-fA-F"],
  [/\[:space:\]/g, "\\s"],
  [/\[:word:\]/g, "\\w"],
];

/** Matches patterns that have another meaning, or none, in JavaScript. */
const FOREIGN = /^\/\^.*\$\/[a-z]*$|\\[AzZ]|\(\?P<|\(\?#|\[:[a-z]+:\]/s;

/**
 * True for a pattern between slashes, as in JavaScript and PHP. The slashes are removed, because no text matches them.
 * Clients that validate answers literally then only accept answers without such a text.
 */
export function isDelimited(pattern: string): boolean {
  return DELIMITED.test(pattern);
}

/** Maximum number of nested groups. */
const DEEPEST = 250;

/** The maximum depth of nested groups. It may be too high, because escaped parentheses are counted, too. */
function groupDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")" && depth > 0) depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Converts a description's `pattern` to one that `toRegExp` accepts. `undefined` if that is impossible. */
export function toPattern(text: string): string | undefined {
  const pattern = FOREIGN.test(text)
    ? DIALECTS.reduce((rewritten, [from, to]) => rewritten.replace(from, to), text)
    : text;
  return toRegExp(pattern) === undefined ? undefined : pattern;
}

/**
 * Compiles a pattern with the `u` flag, as JSON Schema requires, or without it if only that works (`\-` and other
 * needless escapes). `undefined` if it is not a regular expression, or if its groups are nested too deeply to estimate
 * its running time.
 */
export function toRegExp(pattern: string): RegExp | undefined {
  if (pattern.length > 2 * DEEPEST && groupDepth(pattern) > DEEPEST) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    try {
      return new RegExp(pattern);
    } catch {
      return undefined;
    }
  }
}
