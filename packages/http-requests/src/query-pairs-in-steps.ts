import type { Steps } from "@onespec/spec-core";
import { decodeQueryText, type QueryPair } from "./query-pairs.js";

/** Characters that are cut or decoded in one step. */
const STEP = 64 * 1024;

/** What `parseQueryPairs` gives, of a text of any length. */
export function* queryPairsInSteps(text: string): Steps<QueryPair[]> {
  const pairs: QueryPair[] = [];
  let pause = STEP;
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf("&", start);
    const end = next < 0 ? text.length : next;
    if (end > start) {
      const part = text.slice(start, end);
      const equals = part.indexOf("=");
      const name = yield* decodeQueryInSteps(equals < 0 ? part : part.slice(0, equals));
      pairs.push({ name, raw: equals < 0 ? "" : part.slice(equals + 1) });
    }
    start = end + 1;
    if (start < pause) continue;
    pause = start + STEP;
    yield;
  }
  return pairs;
}

/** What `decodeQueryText` gives, of a text of any length. */
export function* decodeQueryInSteps(text: string): Steps<string> {
  if (text.length <= STEP) return decodeQueryText(text);
  const sent: string[] = [];
  const decoded: string[] = [];
  let isValid = true;
  for (let start = 0; start < text.length; ) {
    const end = cutAt(text, start + STEP);
    const plain = text.slice(start, end).replaceAll("+", " ");
    sent.push(plain);
    try {
      if (isValid) decoded.push(decodeURIComponent(plain));
    } catch {
      isValid = false;
    }
    start = end;
    yield;
  }
  // All of it is encoded, or nothing.
  return (isValid ? decoded : sent).join("");
}

/** The last place up to `at` where no character is cut: each of its bytes takes three, `%E2%82%AC`. */
function cutAt(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const sign = text.lastIndexOf("%", at);
  let end = at - sign < 3 ? sign : at;
  for (let bytes = 1; bytes < LONGEST && CONTINUED.test(text.slice(end, end + 3)); bytes += 1) end -= 3;
  return end;
}

/** Bytes of one character in UTF-8. */
const LONGEST = 4;
/** A byte that does not begin a character. */
const CONTINUED = /^%[89ab]/i;
