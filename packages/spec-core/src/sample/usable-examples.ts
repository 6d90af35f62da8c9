import { getOrMake } from "../lazy/get-or-make.js";
import type { View } from "../schema/schema.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";
import { stripView } from "./strip-view.js";

/** The examples that a schema gives of itself. */
interface UsableExamples {
  /** Valid ones. Examples come before the default, which counts as one only when there is no other; null only as a default. */
  readonly valid: readonly unknown[];
  /** Objects and arrays that are valid in part. */
  readonly partial: readonly object[];
  /** Valid ones: what stands for a value that nobody gave. */
  readonly defaults: readonly unknown[];
}

const known: Readonly<Record<View, WeakMap<Shape, UsableExamples>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

export function usableExamples(shapes: ShapeIndex, shape: Shape, view: View): UsableExamples {
  return getOrMake(known[view], shape, () => findUsable(shapes, shape, view));
}

function findUsable(shapes: ShapeIndex, shape: Shape, view: View): UsableExamples {
  const isValid = (value: unknown): boolean =>
    shape.sources.every((source) => shapes.isStrictlyValid(source, value, view));
  const given = (values: readonly unknown[]): unknown[] =>
    values
      .filter((value) => value !== null && value !== undefined)
      .map((value) => (isValid(value) ? stripView(shapes, shape, value, view) : value));
  const examples = given(shape.parts.flatMap((part) => part.examples ?? []));
  const named = given(shape.parts.map((part) => part.default)).filter(isValid);
  const isEmpty = named.length === 0 && shape.parts.some((part) => part.default === null) && isValid(null);
  const defaults = isEmpty ? [null] : named;
  const valid = examples.filter(isValid);
  return {
    valid: valid.length > 0 ? valid : defaults,
    defaults,
    partial: examples.filter((value): value is object => typeof value === "object" && !valid.includes(value)),
  };
}
