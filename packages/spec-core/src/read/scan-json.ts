import { createPositionFinder, type PositionedNode, type TextPosition, textPosition } from "./positions.js";

/** A syntax error in JSON: its offset and what was expected there. */
class JsonFault extends Error {
  readonly offset: number;

  constructor(offset: number, expected: string) {
    super(expected);
    this.offset = offset;
  }
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A member of an object or an array in JSON text. */
interface JsonMember {
  readonly key: string;
  /** Offset of the key. For an element of an array, offset of the value. */
  readonly start: number;
  /** Offset of the value. */
  readonly value: number;
}

/** Finds the first syntax error in JSON, and what was expected there. `undefined` if the text is valid. */
export function findJsonFault(
  text: string,
): (TextPosition & { readonly offset: number; readonly message: string }) | undefined {
  try {
    const end = skipSpace(text, scanValue(text, skipSpace(text, 0)));
    if (end === text.length) return undefined;
    throw new JsonFault(end, "nothing more was expected after the end of the value");
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { offset, message } = error;
    return { offset, message, ...textPosition(text, offset) };
  }
}

/** The position in a JSON text of the value at a pointer. */
export function jsonPosition(text: string, pointer: string): TextPosition {
  return createPositionFinder(text, readJsonTree)(pointer);
}

/** The members of the object or array that starts at `start`, without reading into them. Empty for other values. */
function* jsonMembers(text: string, start: number): Generator<JsonMember, undefined> {
  const close = closeOf(text, start);
  if (close === undefined) return;
  let offset = skipSpace(text, start + 1);
  for (let index = 0; text[offset] !== close; index += 1) {
    const value = close === "}" ? scanKey(text, offset) : offset;
    yield { key: close === "}" ? keyAt(text, offset) : String(index), start: offset, value };
    offset = skipSpace(text, scanValue(text, value));
    if (text[offset] !== close) offset = scanComma(text, offset, close);
  }
}

/**
 * Returns the offset after the value that starts at `start`. It uses no recursion, because the value may be nested more
 * deeply than the stack allows.
 */
function scanValue(text: string, start: number): number {
  /** The brackets that close the objects and arrays around the place that is scanned. */
  const around: string[] = [];
  let offset = start;
  for (;;) {
    const opened = closeOf(text, offset);
    if (opened === undefined) {
      offset = scanScalar(text, offset);
    } else {
      around.push(opened);
      offset = skipSpace(text, offset + 1);
      if (text[offset] !== opened) {
        if (opened === "}") offset = scanKey(text, offset);
        continue;
      }
    }
    for (;;) {
      const close = around.at(-1);
      if (close === undefined) return offset;
      offset = skipSpace(text, offset);
      if (text[offset] !== close) {
        offset = scanComma(text, offset, close);
        if (close === "}") offset = scanKey(text, offset);
        break;
      }
      around.pop();
      offset += 1;
    }
  }
}

/** The closing bracket of the object or array that starts at `offset`. `undefined` for other values. */
function closeOf(text: string, offset: number): "}" | "]" | undefined {
  return text[offset] === "{" ? "}" : text[offset] === "[" ? "]" : undefined;
}

/** Returns the offset of the value whose key starts at `start`. */
function scanKey(text: string, start: number): number {
  if (text[start] !== '"') throw new JsonFault(start, "a property name in double quotes was expected");
  const colon = skipSpace(text, scanString(text, start));
  if (text[colon] !== ":") throw new JsonFault(colon, "a colon was expected after the property name");
  return skipSpace(text, colon + 1);
}

function keyAt(text: string, start: number): string {
  return JSON.parse(text.slice(start, scanString(text, start))) as string;
}

/** Returns the offset of the next member of an object or array. */
function scanComma(text: string, offset: number, close: string): number {
  if (text[offset] !== ",") throw new JsonFault(offset, `a comma or "${close}" was expected`);
  return skipSpace(text, offset + 1);
}

function scanScalar(text: string, start: number): number {
  if (text[start] === '"') return scanString(text, start);
  LITERAL.lastIndex = start;
  if (LITERAL.test(text) && LITERAL.lastIndex > start) return LITERAL.lastIndex;
  throw new JsonFault(
    start,
    start >= text.length ? "the text ends where a value was expected" : "a value was expected",
  );
}

function scanString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) return offset + 1;
    if (code < 0x20) throw new JsonFault(offset, "a string may not hold a line break or another control character");
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = offset;
      if (!ESCAPE.test(text)) throw new JsonFault(offset, "JSON has no such escape in a string");
      offset = ESCAPE.lastIndex - 1;
    }
  }
  throw new JsonFault(start, "the closing quote of this string is missing");
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  while (isSpace(text.charCodeAt(offset))) offset += 1;
  return offset;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * Reads a tree of positions on demand, and only the objects and arrays that lead to a requested value. A full tree for
 * 13 MB of text would need too much memory. For a duplicate key, finds the first one.
 */
export function readJsonTree(text: string): PositionedNode {
  const start = Math.max(0, text.search(/\S/));
  return jsonNode(text, start, start);
}

function jsonNode(text: string, start: number, value: number): PositionedNode {
  const members = jsonMembers(text, value);
  const known = new Map<string, PositionedNode>();
  return {
    start,
    child(key) {
      while (!known.has(key)) {
        const { value: member } = members.next();
        if (member === undefined) return undefined;
        if (!known.has(member.key)) known.set(member.key, jsonNode(text, member.start, member.value));
      }
      return known.get(key);
    },
  };
}
