import { escapeToken } from "../json/json-pointer.js";
import type { Random } from "./random.js";
import { Seed } from "./random.js";

/** A place in a sampled value. */
export interface Place {
  readonly parent: Place | undefined;
  /** Property name or position within the parent. */
  readonly key: string | number;
  readonly seed: Seed;
  /** The seed of the object around it. Properties that belong together (first name, email) take their data from it. */
  readonly objectSeed: Seed;
  /** The property's name. For an element, it is the name of its array. */
  readonly name: string;
  /** The name of the object around it: the name of its schema, or of its property. */
  readonly owner: string;
  readonly depth: number;
  /** The number of levels below this place with optional properties. */
  readonly levels: number;
  /** True if the value may be omitted. Recursion ends at such places. */
  readonly droppable: boolean;
  /** Optional properties that should be omitted. */
  readonly avoid: ReadonlySet<string>;
  /** The value that a discriminator prefers here. */
  readonly tag: string | undefined;
  /** Added to the number of rejections, so that a caller can request another value. */
  readonly variation: number;
}

const NONE: ReadonlySet<string> = new Set();

export function rootPlace(seed: string, levels: number): Place {
  const root = Seed.fromText(seed);
  return {
    parent: undefined,
    key: "",
    seed: root,
    objectSeed: root,
    name: "",
    owner: "",
    depth: 0,
    levels,
    droppable: false,
    avoid: NONE,
    tag: undefined,
    variation: 0,
  };
}

/** The place of a property. @param owner the name of the object */
export function propertyPlace(place: Place, name: string, owner: string, droppable: boolean, tag?: string): Place {
  return {
    parent: place,
    key: name,
    seed: place.seed.child(name),
    objectSeed: place.seed,
    name,
    owner,
    depth: place.depth + 1,
    levels: place.levels - 1,
    droppable,
    avoid: NONE,
    tag,
    variation: 0,
  };
}

export function elementPlace(place: Place, index: number, droppable: boolean): Place {
  return {
    parent: place,
    key: index,
    seed: place.seed.child(index),
    objectSeed: place.objectSeed,
    name: place.name,
    owner: place.owner,
    depth: place.depth + 1,
    levels: place.levels - 1,
    droppable,
    avoid: NONE,
    tag: undefined,
    variation: 0,
  };
}

/** The JSON pointer of a place in the value. */
export function pointerOf({ parent, key }: Place): string {
  return parent ? `${pointerOf(parent)}/${escapeToken(String(key))}` : "";
}

/** The random numbers of a place. Each variation has other numbers. */
export function randomAt(place: Place, variation: number): Random {
  return (variation === 0 ? place.seed : place.seed.child(-1 - variation)).random();
}
