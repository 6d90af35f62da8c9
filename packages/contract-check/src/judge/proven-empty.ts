import { asArray, asObject, asText, isObject, isSameJson, type JsonObject } from "../description/json.js";
import { joinPointer } from "../description/raw-document.js";
import type { SchemaBook, SchemaPlace } from "./schema-book.js";

/**
 * True if no value can satisfy all these schemas. The proof uses types, enumerations, bounds and required properties,
 * and follows references, `allOf` and alternatives. `false` proves nothing.
 */
export function isProvenEmpty(book: SchemaBook, places: readonly SchemaPlace[]): boolean {
  return isEmpty(book, places, 0);
}

const MAX_DEPTH = 12;
const MAX_BRANCHES = 256;
const TYPES = ["object", "array", "string", "number", "boolean", "null"];

function isEmpty(book: SchemaBook, places: readonly SchemaPlace[], depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const parts = conjuncts(book, places);
  if (parts.some(({ schema }) => schema === false)) return true;
  const choices = parts.flatMap(({ place, schema }) =>
    ["oneOf", "anyOf"].flatMap((key) => {
      const count = asArray(asObject(schema)[key]).length;
      return count === 0 ? [] : [Array.from({ length: count }, (_, index) => `${place}/${key}/${index}`)];
    }),
  );
  const combinations = choices.reduce((product, choice) => product * choice.length, 1);
  if (combinations > MAX_BRANCHES) return isEmptyPlain(book, parts, depth);
  return product(choices).every((chosen) => isEmptyPlain(book, [...parts, ...conjuncts(book, chosen)], depth));
}

interface Part {
  readonly place: SchemaPlace;
  readonly schema: unknown;
}

/** The schemas and the ones that they include for the same value: references and `allOf`. */
function conjuncts(book: SchemaBook, places: readonly SchemaPlace[]): Part[] {
  const found = new Map<SchemaPlace, unknown>();
  const visit = (place: SchemaPlace): void => {
    if (found.has(place)) return;
    const schema = book.at(place);
    found.set(place, schema);
    if (!isObject(schema)) return;
    const reference = asText(schema.$ref);
    if (reference !== undefined) visit(reference.slice(1));
    for (const index of asArray(schema.allOf).keys()) visit(`${place}/allOf/${index}`);
  };
  for (const place of places) visit(place);
  return [...found].map(([place, schema]) => ({ place, schema }));
}

function isEmptyPlain(book: SchemaBook, parts: readonly Part[], depth: number): boolean {
  const schemas = parts.map(({ schema }) => asObject(schema));
  if (parts.some(({ schema }) => schema === false)) return true;
  const types = schemas.reduce<readonly string[]>((left, schema) => left.filter((type) => allows(schema, type)), TYPES);
  return types.every((type) => {
    const values = enumerated(schemas);
    if (values !== undefined && !values.some((value) => typeOf(value) === type)) return true;
    if (type === "number") return boundsCross(schemas, ["minimum", "maximum"]);
    if (type === "string") return boundsCross(schemas, ["minLength", "maxLength"]);
    if (type === "object") return lacksProperty(book, parts, schemas, depth);
    return (
      type === "array" && (boundsCross(schemas, ["minItems", "maxItems"]) || lacksItems(book, parts, schemas, depth))
    );
  });
}

function allows({ type }: JsonObject, wanted: string): boolean {
  const types = [type].flat().filter((name) => name !== undefined);
  return types.length === 0 || types.includes(wanted) || (wanted === "number" && types.includes("integer"));
}

/** The values that all enumerations and constants allow. `undefined` if there are no such keywords. */
function enumerated(schemas: readonly JsonObject[]): readonly unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? [schema.enum as readonly unknown[]] : []),
    ...(Object.hasOwn(schema, "const") ? [[schema.const]] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.some((other) => isSameJson(value, other))));
}

function boundsCross(schemas: readonly JsonObject[], [low, high]: readonly [string, string]): boolean {
  const lowest = schemas.flatMap((schema) => (typeof schema[low] === "number" ? [schema[low]] : []));
  const highest = schemas.flatMap((schema) => (typeof schema[high] === "number" ? [schema[high]] : []));
  return lowest.length > 0 && highest.length > 0 && Math.max(...lowest) > Math.min(...highest);
}

/** True if the object requires a property that no value satisfies. */
function lacksProperty(
  book: SchemaBook,
  parts: readonly Part[],
  schemas: readonly JsonObject[],
  depth: number,
): boolean {
  const required = new Set(schemas.flatMap((schema) => asArray(schema.required).map(String)));
  return [...required].some((name) => {
    const places = parts
      .filter(({ schema }) => Object.hasOwn(asObject(asObject(schema).properties), name))
      .map(({ place }) => joinPointer(place, "properties", name));
    return schemas.some((schema) => forbids(schema, name)) || (places.length > 0 && isEmpty(book, places, depth + 1));
  });
}

/**
 * True if a closed object does not declare the property. Such an object is often one part of an `allOf` whose other
 * part requires it.
 */
function forbids({ additionalProperties, properties, patternProperties }: JsonObject, name: string): boolean {
  const isOpen = additionalProperties !== false || Object.keys(asObject(patternProperties)).length > 0;
  return !isOpen && !Object.hasOwn(asObject(properties), name);
}

function lacksItems(book: SchemaBook, parts: readonly Part[], schemas: readonly JsonObject[], depth: number): boolean {
  if (!schemas.some(({ minItems }) => typeof minItems === "number" && minItems > 0)) return false;
  const places = parts
    .filter(({ schema }) => asObject(schema).items !== undefined && asObject(schema).prefixItems === undefined)
    .map(({ place }) => `${place}/items`);
  return places.length > 0 && isEmpty(book, places, depth + 1);
}

function product(choices: readonly (readonly SchemaPlace[])[]): SchemaPlace[][] {
  return choices.reduce<SchemaPlace[][]>(
    (lists, choice) => lists.flatMap((list) => choice.map((one) => [...list, one])),
    [[]],
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
