import type { RecordPlace, Resource } from "@onespec/spec-core";

/** Stands in a place for every element of the array there. */
export const EACH: unique symbol = Symbol("each element");

export type PlaceStep = string | typeof EACH;

/** A property whose value is the id of a record of another resource, or of the same one: a foreign key. */
export interface Reference {
  /** Where the value stands; with `EACH` in it there may be several. */
  readonly place: readonly PlaceStep[];
  /** Where the id stands inside the value when that is an object: `["id"]` of `author: { id, name }`. */
  readonly inner: RecordPlace | undefined;
  /** The resource that keeps the records that are meant. */
  readonly target: Resource;
  /** Whom it means, folded: `author` of `authorId`, `author_id` and `author`, which are about the same record. */
  readonly meaning: string;
}

/** May it name several records? */
export function isMany({ place }: Reference): boolean {
  return place.includes(EACH);
}
