/**
 * JSON may have any names, documents may not: `$` makes an operator of one, a full stop a path, and by `_bsontype` and `toBSON` the
 * driver takes an object for one of its own. Where they stand, characters of Unicode's private area take their place.
 */
const DOLLAR = "\ue024";
const STOP = "\ue02e";
/** Before a name or a character that is meant as it is. */
const ESCAPE = "\ue000";
const RESERVED = new Set(["_bsontype", "toBSON"]);

/** The value as a document holds it. */
export function encodeJsonNames(value: unknown): unknown {
  return mapNames(value, encodeName);
}

/** The value as it was given. */
export function decodeJsonNames(value: unknown): unknown {
  return mapNames(value, decodeName);
}

function encodeName(name: string): string {
  if (RESERVED.has(name)) return ESCAPE + name;
  return name.replace(/[$.\ue000\ue024\ue02e]/g, (character) =>
    character === "$" ? DOLLAR : character === "." ? STOP : ESCAPE + character,
  );
}

function decodeName(name: string): string {
  return name.replace(/\ue000(.)|[\ue024\ue02e]/gsu, (character, meant?: string) =>
    meant !== undefined ? meant : character === DOLLAR ? "$" : ".",
  );
}

function mapNames(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapNames(item, rename));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), mapNames(inner, rename)]));
}
