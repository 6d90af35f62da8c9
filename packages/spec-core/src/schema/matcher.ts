import type { RE2JS } from "re2js";
import { requireLazily } from "../require-lazily.js";
import { isSurelyInTime, longestInTime } from "./longest-in-time.js";
import { toRegExp } from "./pattern.js";

/** Says whether a text matches a pattern, in a time that the length of the text bounds. */
export interface Matcher {
  test(text: string): boolean;
}

/**
 * A matcher for a pattern that a stranger may have written, or is to hold a stranger's texts against: JavaScript's own expressions as long as they cannot
 * take long, else RE2, whose time is linear. What neither can do in time (a lookaround or a backreference beside a repeated
 * choice) lets longer texts pass. `undefined` when it is no regular expression, or one nested more than 250 groups deep.
 */
export function toMatcher(pattern: string): Matcher | undefined {
  const native = toRegExp(pattern);
  if (native === undefined) return undefined;
  let longest: number | undefined;
  let linear: Matcher | undefined;
  return {
    test(text) {
      if (!isSurelyInTime(pattern, text)) {
        longest ??= longestInTime(pattern);
        if (text.length > longest) {
          linear ??= toLinear(native);
          return linear.test(text);
        }
      }
      const isMatch = tested(native, text);
      if (isMatch !== undefined) return isMatch;
      // Too long for the memory that JavaScript has for what it may have to try again.
      linear ??= toLinear(native);
      return linear.test(text);
    },
  };
}

function toLinear(native: RegExp): Matcher {
  try {
    const { RE2JS: Engine } = requireLazily<{ RE2JS: typeof RE2JS }>("re2js");
    const expression = Engine.compile(Engine.translateRegExp(native));
    return { test: (text) => expression.matcher(text).find() };
  } catch {
    return LENIENT;
  }
}

const LENIENT: Matcher = { test: () => true };

/** `undefined` when the expression is too large for JavaScript, which it finds out only now. */
function tested(expression: RegExp, text: string): boolean | undefined {
  try {
    return expression.test(text);
  } catch {
    return undefined;
  }
}
