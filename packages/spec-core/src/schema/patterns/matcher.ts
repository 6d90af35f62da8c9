import type { RE2JS } from "re2js";
import { requireLazily } from "../../lazy/require-lazily.js";
import { toRegExp } from "./pattern-dialects.js";
import { longestSafeText } from "./pattern-guard.js";

/** Tests texts against a pattern, in a time that is limited by the length of the text. */
export interface Matcher {
  test(text: string): boolean;
}

/**
 * Creates a matcher that is safe for untrusted patterns and texts. Plain patterns use JavaScript's RegExp. Others use
 * RE2, whose time is linear, but which has no lookaround and no backreferences. Lookaheads at the start are tested
 * separately. Patterns with other lookaround or with backreferences match no text that is too long for RegExp.
 * `undefined` if the pattern is not a regular expression, or if its groups are nested more than 250 levels deep.
 */
export function toMatcher(pattern: string): Matcher | undefined {
  const native = toRegExp(pattern);
  if (native === undefined) return undefined;
  const longest = longestSafeText(pattern);
  if (longest === Number.POSITIVE_INFINITY) return { test: (text) => isMatch(native, text) };
  let matcher: Matcher | undefined;
  return {
    test(text) {
      matcher ??= withLookaheads(pattern) ??
        toLinear(native) ?? { test: (other) => other.length <= longest && isMatch(native, other) };
      return matcher.test(text);
    },
  };
}

/** An expression that is too large for JavaScript only fails when it is run. It then matches every text. */
function isMatch(expression: RegExp, text: string): boolean {
  try {
    return expression.test(text);
  } catch {
    return true;
  }
}

/** A matcher with RE2. `undefined` if RE2 does not support the expression. */
function toLinear(native: RegExp): Matcher | undefined {
  try {
    const { RE2JS: Engine } = requireLazily<{ RE2JS: typeof RE2JS }>("re2js");
    const expression = Engine.compile(Engine.translateRegExp(new RegExp(forRe2(native.source), native.flags)));
    return { test: (text) => expression.test(text) };
  } catch {
    return undefined;
  }
}

const SPACES = "\\s\\v\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

/**
 * Adapts an expression to RE2, which only knows ASCII spaces and line ends and counts to 1,000. Longer repeats become
 * unlimited.
 */
function forRe2(source: string): string {
  return source.replace(TOKEN, (token) => {
    if (token.startsWith("[")) return token.replace(/\\./gs, (inner) => (inner === "\\s" ? SPACES : inner));
    if (token === "\\s") return `[${SPACES}]`;
    if (token === "\\S") return `[^${SPACES}]`;
    if (token === ".") return "[^\\n\\r\\u2028\\u2029]";
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(token) ?? [];
    return Math.max(Number(least), Number(most ?? 0)) > 1_000 ? `{${Math.min(Number(least), 1_000)},}` : token;
  });
}

/** An escape, a class, the start of a lookahead, a count, or one character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?[=!]|\{\d+(?:,\d*)?\}|./gs;

/**
 * Splits lookaheads off a pattern: `^(?=.*\d)(?!-).{8,}$` matches a text if `^.*\d` and `^.{8,}$` match and `^-` does
 * not.
 */
function withLookaheads(pattern: string): Matcher | undefined {
  const [start, opening, ...tokens] = pattern.match(TOKEN) ?? [];
  if (start !== "^" || (opening !== "(?=" && opening !== "(?!")) return undefined;
  let depth = 1;
  let end = 0;
  for (; depth > 0 && end < tokens.length; end += 1) depth += depthOf(tokens[end]);
  const after = tokens.slice(end);
  const isSplit = after.some((token, at) => {
    depth += depthOf(token);
    return depth === 0 && (token === "|" || (at === 0 && /^[*+?{]/.test(token)));
  });
  if (isSplit) return undefined;
  const ahead = toMatcher(`^(?:${tokens.slice(0, end - 1).join("")})`);
  const rest = toMatcher(`^${after.join("")}`);
  return ahead && rest && { test: (text) => ahead.test(text) === (opening === "(?=") && rest.test(text) };
}

function depthOf(token = ""): number {
  return token.startsWith("(") ? 1 : token === ")" ? -1 : 0;
}
