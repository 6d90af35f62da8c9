import type { View } from "../schema/schema.js";
import { arrayPlan } from "./array-plan.js";
import { conforms } from "./conforms.js";
import { isExcluded } from "./is-excluded.js";
import { objectPlan } from "./object-plan.js";
import { setOwn } from "./set-own.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** A valid value without what stays out of this side of the wire; the same object when that is nothing. */
export function stripView(shapes: ShapeIndex, shape: Shape, value: unknown, view: View): unknown {
  if (typeof value !== "object" || value === null) return value;
  const [choice] = shape.choices;
  if (!choice) {
    if (Array.isArray(value)) return stripElements(shapes, shape, value, view);
    return stripProperties(shapes, shape, value as Readonly<Record<string, unknown>>, view);
  }
  const branches = choice.branches.flatMap((branch, index) => (conforms(shapes, branch, value, view) ? [index] : []));
  return (branches.length === 0 ? [-1] : branches).reduce<unknown>(
    (stripped, branch) => stripView(shapes, shapes.choose(shape, branch), stripped, view),
    value,
  );
}

function stripElements(shapes: ShapeIndex, shape: Shape, value: readonly unknown[], view: View): unknown {
  const plan = arrayPlan(shapes, shape);
  const stripped = value.map((element, index) => stripView(shapes, plan.element(index), element, view));
  return stripped.some((element, index) => element !== value[index]) ? stripped : value;
}

function stripProperties(
  shapes: ShapeIndex,
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  view: View,
): unknown {
  const plan = objectPlan(shapes, shape);
  const stripped: Record<string, unknown> = {};
  let isChanged = false;
  for (const [name, part] of Object.entries(value)) {
    const property = plan.property(name);
    if (isExcluded(property, view)) {
      isChanged = true;
      continue;
    }
    const kept = stripView(shapes, property, part, view);
    isChanged ||= kept !== part;
    setOwn(stripped, name, kept);
  }
  return isChanged ? stripped : value;
}
