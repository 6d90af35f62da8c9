/** Where things stand in a JSON text. */
export interface JsonLocations {
  /** Where the text stops being JSON; `undefined` when it is whole. An offset in characters. */
  readonly errorAt: number | undefined;
  /** Where each element of the outermost array begins, up to the error. */
  readonly elementsAt: readonly number[];
}

/** Reads a JSON text for its positions only: `JSON.parse` is faster, but cannot tell them on every version of Node. */
export function locateJson(text: string): JsonLocations {
  const elementsAt: number[] = [];
  let at = 0;
  /** The open brackets around the current place, outermost first. */
  const closers: string[] = [];
  let expected: "value" | "value or end" | "name" | "name or end" | "comma or end" = "value";
  for (;;) {
    at = match(WHITESPACE, text, at) ?? at;
    const character = text[at];
    const closer = closers.at(-1);
    if (expected === "comma or end" && closer === undefined)
      return { errorAt: at < text.length ? at : undefined, elementsAt };
    if (character === closer && character !== undefined && expected !== "value" && expected !== "name") {
      closers.pop();
      at++;
      expected = "comma or end";
    } else if (expected === "comma or end") {
      if (character !== ",") return { errorAt: at, elementsAt };
      at++;
      expected = closer === "}" ? "name" : "value";
    } else if (expected === "name" || expected === "name or end") {
      const end = match(NAME, text, at);
      if (end === undefined) return { errorAt: at, elementsAt };
      at = end;
      expected = "value";
    } else {
      if (closers.length === 1 && closer === "]") elementsAt.push(at);
      if (character === "[" || character === "{") {
        closers.push(character === "[" ? "]" : "}");
        at++;
        expected = character === "[" ? "value or end" : "name or end";
      } else {
        const end = match(SCALAR, text, at);
        if (end === undefined) return { errorAt: at, elementsAt };
        at = end;
        expected = "comma or end";
      }
    }
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Where the match that begins at `at` ends. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings (RFC 8259, section 7)
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/.source;
const WHITESPACE = /[ \t\r\n]+/y;
const NAME = new RegExp(`${STRING}[ \\t\\r\\n]*:`, "y");
const SCALAR = new RegExp(`${STRING}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, "y");
