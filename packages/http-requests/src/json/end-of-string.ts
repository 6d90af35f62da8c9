import type { Steps } from "@onespec/spec-core";

/** Quotation marks that are looked at in one step. */
const STEP = 5_000;

/** Where the string ends that begins at `start`: its closing quotation mark, or the text's end where there is none. */
export function* endOfString(text: string, start: number): Steps<number> {
  let seen = 0;
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, start + 1, end)) return end;
    seen += 1;
    if (seen % STEP === 0) yield;
  }
  return text.length;
}

/** The same of nearly all strings: `undefined` where the first quotation mark is escaped, or there is none. */
export function endOfPlainString(text: string, start: number): number | undefined {
  const end = text.indexOf('"', start + 1);
  return end > 0 && text.charCodeAt(end - 1) !== BACKSLASH ? end : undefined;
}

/** Is there an odd number of backslashes before a place? None of them stands before `from`. */
export function isEscaped(text: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

const BACKSLASH = 0x5c;
