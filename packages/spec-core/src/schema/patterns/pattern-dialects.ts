const DELIMITED = /^\/(\^.*\$)\/[a-z]*$/s;

/** How other languages write an anchor or a class, and how JavaScript does. */
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

/** True if the pattern has another meaning, or none, in JavaScript. */
const FOREIGN = /^\/\^.*\$\/[a-z]*$|\\[AzZ]|\(\?P<|\(\?#|\[:[a-z]+:\]/s;

/**
 * True for a pattern between slashes, as JavaScript and PHP write it. The slashes are removed: with them no text matches. Clients that
 * validate answers literally accept an answer without such a text.
 */
export function isDelimited(pattern: string): boolean {
  return DELIMITED.test(pattern);
}

/** Groups inside each other. */
const DEEPEST = 250;

/** No less than groups are nested: parentheses that stand for themselves are counted as well. */
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

/** A description's `pattern` as one that `toRegExp` takes; `undefined` when there is none. */
export function toPattern(text: string): string | undefined {
  const pattern = FOREIGN.test(text)
    ? DIALECTS.reduce((rewritten, [from, to]) => rewritten.replace(from, to), text)
    : text;
  return toRegExp(pattern) === undefined ? undefined : pattern;
}

/**
 * Compiles with the `u` flag as JSON Schema asks, and without it where only that works (`\-` and other needless escapes). `undefined` for what is no
 * regular expression, or one whose groups are nested without end, which nobody could tell how long it takes.
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
