import { asObject, type JsonObject } from "../description/json.js";
import { joinPointer } from "../description/raw-document.js";
import { sameValuePlaces } from "../judge/property-places.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";

/** The name of a body's only property, if that property is an object: `{ data: { ... } }` has the record in `data`. */
export function bodyEnvelope(book: SchemaBook, place: SchemaPlace): string | undefined {
  const properties = declared(book, place);
  const [only, ...others] = properties;
  if (only === undefined || others.length > 0) return undefined;
  const isStructure = asObject(book.at(book.follow(only[1]))).type === "object" || declared(book, only[1]).size > 0;
  return isStructure ? only[0] : undefined;
}

/** The record in a body: the content of its envelope, unless the record itself has a property with that name. */
export function unwrapBody(body: unknown, envelope: string | undefined, record: JsonObject | undefined): JsonObject {
  const isWrapped = envelope !== undefined && !(record !== undefined && Object.hasOwn(record, envelope));
  return asObject(isWrapped ? asObject(body)[envelope] : body);
}

/** All properties of the schemas that speak about the value, with one of the places of each. */
function declared(book: SchemaBook, place: SchemaPlace): Map<string, SchemaPlace> {
  const places = sameValuePlaces(book, place).flatMap((each) =>
    Object.keys(asObject(asObject(book.at(each)).properties)).map(
      (name) => [name, joinPointer(each, "properties", name)] as const,
    ),
  );
  return new Map(places);
}
