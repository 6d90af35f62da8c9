import { getOrMake } from "../lazy/caches.js";
import { parsePointer } from "./json-pointer.js";

/** Finds the positions of parts of a value, to sort them in document order. */
export class PlaceOrder {
  readonly #indexes = new WeakMap<object, ReadonlyMap<string, number>>();

  /** The position of each member on the pointer's path. A missing member comes after the existing ones. */
  placeOf(root: unknown, pointer: string): readonly number[] {
    const place: number[] = [];
    let value = root;
    for (const token of parsePointer(pointer)) {
      if (typeof value !== "object" || value === null) break;
      const holder = value as Readonly<Record<string, unknown>>;
      const indexes = getOrMake(
        this.#indexes,
        holder,
        () => new Map(Object.keys(holder).map((name, index) => [name, index])),
      );
      place.push(indexes.get(token) ?? indexes.size);
      value = indexes.has(token) ? holder[token] : undefined;
    }
    return place;
  }

  /** A part comes before the parts inside it. */
  static compare(this: void, left: readonly number[], right: readonly number[]): number {
    for (const [index, position] of left.entries()) {
      const other = right[index];
      if (other === undefined) return 1;
      if (position !== other) return position - other;
    }
    return left.length - right.length;
  }
}
