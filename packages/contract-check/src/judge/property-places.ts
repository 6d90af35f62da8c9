import { asArray, asObject, asText, isObject } from "../description/json.js";
import { joinPointer } from "../description/raw-document.js";
import type { SchemaBook, SchemaPlace } from "./schema-book.js";

/** Finds where a schema declares a property: in the schema itself, its reference, its `allOf` and its alternatives. */
export function propertyPlaces(book: SchemaBook, place: SchemaPlace, name: string): SchemaPlace[] {
  return sameValuePlaces(book, place).flatMap((each) =>
    Object.hasOwn(asObject(asObject(book.at(each)).properties), name) ? [joinPointer(each, "properties", name)] : [],
  );
}

export function itemPlaces(book: SchemaBook, place: SchemaPlace): SchemaPlace[] {
  return sameValuePlaces(book, place).flatMap((each) =>
    asObject(book.at(each)).items === undefined ? [] : [`${each}/items`],
  );
}

/** The schema and all schemas that speak about the same value. */
export function sameValuePlaces(book: SchemaBook, place: SchemaPlace, depth: number = 0): SchemaPlace[] {
  const schema = book.at(place);
  if (!isObject(schema) || depth > 12) return [];
  const places = [place];
  const reference = asText(schema.$ref);
  if (reference !== undefined) places.push(...sameValuePlaces(book, reference.slice(1), depth + 1));
  for (const key of ["allOf", "oneOf", "anyOf"]) {
    for (const index of asArray(schema[key]).keys())
      places.push(...sameValuePlaces(book, `${place}/${key}/${index}`, depth + 1));
  }
  return places;
}

export function isMarked(book: SchemaBook, place: SchemaPlace, mark: "readOnly" | "writeOnly"): boolean {
  return sameValuePlaces(book, place).some((each) => asObject(book.at(each))[mark] === true);
}

/** Finds the first writeOnly property that has a value in an answer. Returns its path, or `undefined`. */
export function findWriteOnly(
  book: SchemaBook,
  places: readonly SchemaPlace[],
  value: unknown,
  at: string = "",
): string | undefined {
  if (Array.isArray(value)) {
    const items = places.flatMap((place) => itemPlaces(book, place));
    return items.length === 0 || value.length === 0 ? undefined : findWriteOnly(book, items, value[0], `${at}/0`);
  }
  if (!isObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const declared = places.flatMap((place) => propertyPlaces(book, place, name));
    if (declared.length === 0 || inner === null) continue;
    // Another alternative may show the property.
    if (declared.every((place) => isMarked(book, place, "writeOnly"))) return `${at}/${name}`;
    const found = findWriteOnly(book, declared, inner, `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
