import { getOrMake } from "../lazy/caches.js";
import type { JsonSchema } from "../schema/schema.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** The constraints on the elements of an array. */
export interface ArrayPlan {
  readonly min: number;
  readonly max: number;
  readonly unique: boolean;
  /** The number of elements with separate schemas, by position (`prefixItems`). */
  readonly prefix: number;
  readonly contains: readonly Contained[];
  /** The shape of the element at a position. */
  element(index: number): Shape;
}

interface Contained {
  readonly count: number;
  readonly schema: JsonSchema;
  /** The shape of an element that is valid at any position after the prefix and matches `contains`. */
  readonly shape: Shape;
}

const plans = new WeakMap<Shape, ArrayPlan>();

export function arrayPlan(shapes: ShapeIndex, shape: Shape): ArrayPlan {
  return getOrMake(plans, shape, () => createPlan(shapes, shape));
}

function createPlan(shapes: ShapeIndex, { parts }: Shape): ArrayPlan {
  const prefix = Math.max(0, ...parts.map((part) => part.prefixItems?.length ?? 0));
  const elements: Shape[] = [];
  for (let index = 0; index <= prefix; index++) {
    const schemas = parts.flatMap((part): JsonSchema[] => {
      const schema = part.prefixItems?.[index] ?? part.items ?? part.unevaluatedItems;
      return schema === undefined ? [] : [schema];
    });
    elements.push(schemas.length === 0 ? shapes.of(true) : shapes.ofAll([...new Set(schemas)]));
  }
  const rest = elements[prefix] ?? shapes.of(true);
  return {
    min: Math.max(0, ...parts.map((part) => part.minItems ?? 0)),
    max: Math.min(
      rest.impossible ? prefix : Number.POSITIVE_INFINITY,
      ...parts.map((part) => part.maxItems ?? Number.POSITIVE_INFINITY),
    ),
    unique: parts.some((part) => part.uniqueItems === true),
    prefix,
    contains: parts.flatMap((part) =>
      part.contains === undefined
        ? []
        : [
            {
              count: part.minContains ?? 1,
              schema: part.contains,
              shape: shapes.ofAll([...rest.sources, part.contains]),
            },
          ],
    ),
    element: (index) => elements[Math.min(index, prefix)] ?? rest,
  };
}
