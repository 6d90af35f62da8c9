/** Line and column (both from 1) where `JSON.parse` gave up, and what it said, without the position that engines write in. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** @param error what `JSON.parse(text)` threw */
export function jsonSyntaxError(text: string, error: unknown): JsonSyntaxError {
  const said = error instanceof Error ? error.message : String(error);
  const at = /at position (\d+)/.exec(said)?.[1];
  // V8 gives no position where the text ends too early.
  const before = text.slice(0, at === undefined ? text.length : Number(at));
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const message = said.replace(/,? (?:in JSON )?at position.*$/s, "").replace(/, ".*" is not valid JSON$/s, "");
  return { line, column, message };
}
