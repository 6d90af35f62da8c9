import { asArray, asObject, asText, type JsonObject } from "../description/json.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";

/** The one property a body's schema declares, when that is an object: `{ data: { ... } }` holds the record in `data`. */
export function bodyEnvelope(book: SchemaBook, place: SchemaPlace): string | undefined {
  const properties = declared(book, place, 0);
  const [only, ...others] = properties;
  if (only === undefined || others.length > 0) return undefined;
  const isStructure = asObject(book.at(book.follow(only[1]))).type === "object" || declared(book, only[1], 0).size > 0;
  return isStructure ? only[0] : undefined;
}

/** The record in a body: what is in its envelope, unless the record itself has a property of that name. */
export function unwrapBody(body: unknown, envelope: string | undefined, record: JsonObject | undefined): JsonObject {
  const isWrapped = envelope !== undefined && !(record !== undefined && Object.hasOwn(record, envelope));
  return asObject(isWrapped ? asObject(body)[envelope] : body);
}

function declared(book: SchemaBook, place: SchemaPlace, depth: number): Map<string, SchemaPlace> {
  const schema = asObject(book.at(place));
  const found = new Map<string, SchemaPlace>();
  if (depth > 12) return found;
  const reference = asText(schema.$ref);
  const parts = [
    ...(reference === undefined ? [] : [reference.slice(1)]),
    ...["allOf", "oneOf", "anyOf"].flatMap((key) =>
      [...asArray(schema[key]).keys()].map((index) => `${place}/${key}/${index}`),
    ),
  ];
  for (const part of parts) for (const [name, at] of declared(book, part, depth + 1)) found.set(name, at);
  for (const name of Object.keys(asObject(schema.properties))) {
    found.set(name, `${place}/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
  return found;
}
