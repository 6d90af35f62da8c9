import type { Steps } from "@onespec/spec-core";
import { isEscaped } from "./end-of-string.js";

/** Characters that are parsed in one step. */
const STEP = 64 * 1024;
/** Characters of `\u0041`. */
const LONGEST_ESCAPE = 6;

/**
 * The value of a string in a JSON text, step by step.
 * @param start of its content, behind the quotation mark
 * @param end where the closing one stands
 * @throws SyntaxError
 */
export function* parseLongString(text: string, start: number, end: number): Steps<string> {
  const parts: string[] = [];
  for (let from = start; from < end; ) {
    const to = cutAt(text, from, Math.min(end, from + STEP), end);
    parts.push(JSON.parse(`"${text.slice(from, to)}"`));
    from = to;
    yield;
  }
  return parts.join("");
}

/** The last place up to `at` where no escape sequence is cut. */
function cutAt(text: string, from: number, at: number, end: number): number {
  if (at === end) return end;
  const near = Math.max(from, at - LONGEST_ESCAPE);
  const found = text.slice(near, at).lastIndexOf("\\");
  const backslash = near + found;
  if (found < 0 || isEscaped(text, from, backslash)) return at;
  const length = text[backslash + 1] === "u" ? LONGEST_ESCAPE : 2;
  return backslash + length > at ? backslash : at;
}
