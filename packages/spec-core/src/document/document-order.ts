import type { SourceLocation } from "../errors/description-error.js";
import { parsePointer } from "../json/json-pointer.js";
import type { SourceFile } from "./documents.js";

/** Sorts things by where they stand: file by file, and within a file from its beginning to its end. */
export function inDocumentOrder<T extends { readonly location: SourceLocation }>(
  things: readonly T[],
  files: readonly Pick<SourceFile, "name" | "value">[],
): T[] {
  const keyIndexes = new Map<object, ReadonlyMap<string, number>>();
  const places = things.map((thing) => ({ thing, place: placeOf(thing.location) }));
  return places.sort((a, b) => compare(a.place, b.place)).map(({ thing }) => thing);

  function placeOf({ file: name, pointer }: SourceLocation): readonly number[] {
    const index = files.findIndex((file) => file.name === name);
    const place = [index];
    let value = files[index]?.value;
    for (const token of parsePointer(pointer)) {
      if (typeof value !== "object" || value === null) break;
      place.push(indexOf(value, token));
      value = (value as Record<string, unknown>)[token];
    }
    return place;
  }

  function indexOf(holder: object, token: string): number {
    let indexes = keyIndexes.get(holder);
    if (!indexes) {
      indexes = new Map(Object.keys(holder).map((key, index) => [key, index]));
      keyIndexes.set(holder, indexes);
    }
    return indexes.get(token) ?? -1;
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (one !== other) return one - other;
  }
  return a.length - b.length;
}
