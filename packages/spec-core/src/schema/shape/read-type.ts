/** The types of JSON Schema. */
export const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** True for the name of a JSON Schema type. */
export function isType(written: unknown): written is string {
  return typeof written === "string" && TYPES.includes(written);
}

/** Words that people use instead of a type, with the intended type and format. `undefined`: any type. */
const TYPE_ALIASES: Readonly<Record<string, readonly [type: string | undefined, format?: string]>> = {
  any: [undefined],
  mixed: [undefined],
  int: ["integer"],
  int32: ["integer", "int32"],
  int64: ["integer", "int64"],
  long: ["integer", "int64"],
  float: ["number", "float"],
  double: ["number", "double"],
  decimal: ["number"],
  bool: ["boolean"],
  str: ["string"],
  text: ["string"],
  enum: ["string"],
  date: ["string", "date"],
  datetime: ["string", "date-time"],
  "date-time": ["string", "date-time"],
  uuid: ["string", "uuid"],
  uri: ["string", "uri"],
  url: ["string", "uri"],
  email: ["string", "email"],
  byte: ["string", "byte"],
  binary: ["string", "binary"],
  file: ["string", "binary"],
  map: ["object"],
  dict: ["object"],
  hash: ["object"],
  list: ["array"],
};

/** The meaning of a written type. */
interface ReadType {
  /** A type of JSON Schema. `undefined` for any type. */
  readonly type: string | undefined;
  /** The format that the word implies. */
  readonly format?: string | undefined;
  /** True for a spelling that a version of OpenAPI allows. */
  readonly isRight: boolean;
}

/** Reads one type, including names of other languages and versions: `int`, `String`, `date`, `file`. */
export function readType(written: unknown): ReadType {
  if (isType(written)) return { type: written, isRight: true };
  const word = written === null ? "null" : typeof written === "string" ? written.trim().toLowerCase() : "";
  if (TYPES.includes(word)) return { type: word, isRight: false };
  const [type, format] = (Object.hasOwn(TYPE_ALIASES, word) ? TYPE_ALIASES[word] : undefined) ?? [];
  // Swagger 2.0 has `file`, and drafts of JSON Schema had `any`.
  return { type, format, isRight: word === "file" || word === "any" };
}
