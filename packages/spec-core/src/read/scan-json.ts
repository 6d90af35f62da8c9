/** Where JSON text stops being JSON, and what was expected there. */
export class JsonFault extends Error {
  readonly offset: number;

  constructor(offset: number, expected: string) {
    super(expected);
    this.offset = offset;
  }
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A member of an object or an array in JSON text. */
export interface JsonMember {
  readonly key: string;
  /** Offset of the key; of the value for an element of an array. */
  readonly start: number;
  /** Offset of the value. */
  readonly value: number;
}

/** The offset of the first thing that is not JSON, `undefined` when all of it is. @see RFC 8259 */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    const end = skipSpace(text, scanValue(text, skipSpace(text, 0)));
    return end < text.length ? new JsonFault(end, "nothing more was expected after the end of the value") : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error;
    throw error;
  }
}

/** The members of the object or array that starts at `start`, without a look into them; none for anything else. */
export function scanJsonMembers(text: string, start: number): JsonMember[] {
  const members: JsonMember[] = [];
  const first = text[start];
  if (first === "{" || first === "[") scanContainer(text, start, (member) => members.push(member));
  return members;
}

/** The offset behind the value that starts at `start`. */
function scanValue(text: string, start: number): number {
  const first = text[start];
  if (first === "{" || first === "[") return scanContainer(text, start, () => {});
  if (first === '"') return scanString(text, start);
  LITERAL.lastIndex = start;
  if (LITERAL.test(text) && LITERAL.lastIndex > start) return LITERAL.lastIndex;
  throw new JsonFault(
    start,
    start >= text.length ? "the text ends where a value was expected" : "a value was expected",
  );
}

function scanContainer(text: string, start: number, found: (member: JsonMember) => void): number {
  const isObject = text[start] === "{";
  const close = isObject ? "}" : "]";
  let offset = skipSpace(text, start + 1);
  if (text[offset] === close) return offset + 1;
  for (let index = 0; ; index += 1) {
    const member = offset;
    let key = String(index);
    if (isObject) {
      if (text[offset] !== '"') throw new JsonFault(offset, "a property name in double quotes was expected");
      const end = scanString(text, offset);
      key = JSON.parse(text.slice(offset, end)) as string;
      offset = skipSpace(text, end);
      if (text[offset] !== ":") throw new JsonFault(offset, "a colon was expected after the property name");
      offset = skipSpace(text, offset + 1);
    }
    found({ key, start: member, value: offset });
    offset = skipSpace(text, scanValue(text, offset));
    if (text[offset] === close) return offset + 1;
    if (text[offset] !== ",") throw new JsonFault(offset, `a comma or "${close}" was expected`);
    offset = skipSpace(text, offset + 1);
  }
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
  SPACE.lastIndex = start;
  SPACE.test(text);
  return SPACE.lastIndex;
}
