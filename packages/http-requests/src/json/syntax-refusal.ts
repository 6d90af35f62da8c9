import type { Steps } from "@onespec/spec-core";
import { JsonRefusal } from "./json-refusal.js";

/** Lines that are counted in one step. */
const STEP = 10_000;

/** That a text stops being JSON there. What `JSON.parse` throws is worded, and placed, differently by each version of Node. */
export function* syntaxRefusal(text: string, offset: number): Steps<JsonRefusal> {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
    if (line % STEP === 0) yield;
  }
  const place = { line, column: offset - start + 1 };
  const found = text.slice(offset, offset + 1);
  const message = found === "" ? "the text ends too early" : `unexpected ${JSON.stringify(found)}`;
  return new JsonRefusal("malformed", message, place);
}
