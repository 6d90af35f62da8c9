import type { View } from "../schema/schema.js";
import type { FakeData } from "./fake-data.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** Stands for a missing value: no value satisfies the shape, or recursion ends here. */
export const NOTHING: unique symbol = Symbol("nothing");

/** One attempt to create one sample, as seen by the samplers of its parts. */
export interface Run {
  readonly shapes: ShapeIndex;
  readonly fakes: FakeData;
  readonly view: View;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True if the sample is large enough: no more optional parts are added. */
  readonly isFull: boolean;
  /** True if too many values were tried: no more are created. */
  readonly isExhausted: boolean;
  /**
   * True if a property that is both required and forbidden may be missing. No value is valid then, and this one is the
   * nearest.
   */
  readonly mayLack: boolean;
  /**
   * The number of rejections of the value at a place, by the validator or by a caller. The next choices then differ.
   */
  variationAt(place: Place): number;
  /** True if the property is required although the view omits it. */
  isForced(place: Place): boolean;
  /** Records a place where no value could be created, for the message. */
  blame(place: Place): void;
  sample(shape: Shape, place: Place): unknown;
  /** A value of the shape that keeps as much of `base` as possible. */
  fit(shape: Shape, place: Place, base: unknown): unknown;
}
