import type { View } from "../schema/schema.js";
import type { FakeData } from "./fake-data.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** Marks an absent value: no value satisfies the shape, or a circle was cut. */
export const NOTHING: unique symbol = Symbol("nothing");

/** One attempt at one sample, as the samplers of its parts use it. */
export interface Run {
  readonly shapes: ShapeIndex;
  readonly fakes: FakeData;
  readonly view: View;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The sample is large enough: adds no more optional parts. */
  readonly isFull: boolean;
  /** Too many values were tried: makes no more. */
  readonly isExhausted: boolean;
  /** A property that is both required and forbidden may be missing: no value fits, and this one comes nearest. */
  readonly mayLack: boolean;
  /** How often the validator rejected the value at a place, or a caller asked for another: the next choices differ. */
  variationAt(place: Place): number;
  /** True if the property is required although the view leaves it out. */
  isForced(place: Place): boolean;
  /** Remembers where nothing could be made, for the message. */
  blame(place: Place): void;
  sample(shape: Shape, place: Place): unknown;
  /** A value of the shape that keeps as much of `base` as it can. */
  fit(shape: Shape, place: Place, base: unknown): unknown;
}
