import { locateJson } from "../store/json/locate-json.js";

/** Where a text stops being JSON: line and column, both from 1, and what is wrong there. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** @param text that `JSON.parse` refuses; what it throws is worded, and placed, differently by each version of Node */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  const offset = locateJson(text).errorAt ?? text.length;
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const found = text.slice(offset, offset + 1);
  return { line, column, message: found === "" ? "the text ends too early" : `unexpected ${JSON.stringify(found)}` };
}
