import { escapeToken } from "../json/json-pointer.js";
import type { Random } from "./random.js";
import { Seed } from "./random.js";

/** Where in a sampled value we stand. */
export interface Place {
  readonly parent: Place | undefined;
  /** Property name or position within the parent. */
  readonly key: string | number;
  readonly seed: Seed;
  /** Seed of the object around it: properties that belong together (first name, email) take their data from there. */
  readonly objectSeed: Seed;
  /** The property's name; for an element, its array's. */
  readonly name: string;
  /** The name of the object around it: its schema's name, or the property it stands in. */
  readonly owner: string;
  readonly depth: number;
  /** For how many levels from here optional parts are filled in. */
  readonly levels: number;
  /** It may be left out, so circles are cut here. */
  readonly droppable: boolean;
  /** Optional properties that are better left out. */
  readonly avoid: ReadonlySet<string>;
  /** The value that a discriminator would like here. */
  readonly tag: string | undefined;
  /** Added to the number of rejections: a caller's wish for another value. */
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

/** The place of a property. `owner` is what the object is called. */
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

/** JSON pointer into the value. */
export function pointerOf({ parent, key }: Place): string {
  return parent ? `${pointerOf(parent)}/${escapeToken(String(key))}` : "";
}

/** The random numbers of a place; another variation, other numbers. */
export function randomAt(place: Place, variation: number): Random {
  return (variation === 0 ? place.seed : place.seed.child(-1 - variation)).random();
}
