import { setOwn } from "../json/json-value.js";
import type { View } from "../schema/schema.js";
import { arrayPlan } from "./array-plan.js";
import { objectPlan } from "./object-plan.js";
import { isExcluded, type Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** Maximum number of matching branches that are checked. */
const ALTERNATIVES = 12;

/**
 * Removes the properties that a view omits (`readOnly` from requests, `writeOnly` from responses). Returns the same
 * object if there are none. If the value matches several branches, a property is removed if all branches that declare
 * it omit it.
 * @param value a valid value
 */
export function stripView(shapes: ShapeIndex, shape: Shape, value: unknown, view: View): unknown {
  return stripAny(shapes, [shape], value, view);
}

function stripAny(shapes: ShapeIndex, alternatives: readonly Shape[], value: unknown, view: View): unknown {
  if (typeof value !== "object" || value === null) return value;
  const open = [...new Set(alternatives.flatMap((shape) => openChoices(shapes, shape, value, view)))].slice(
    0,
    ALTERNATIVES,
  );
  if (Array.isArray(value)) return stripElements(shapes, open, value, view);
  return stripProperties(shapes, open, value as Readonly<Record<string, unknown>>, view);
}

/** The shapes with each branch that the value matches. */
function openChoices(shapes: ShapeIndex, shape: Shape, value: unknown, view: View): readonly Shape[] {
  const [choice] = shape.choices;
  if (!choice) return [shape];
  const branches = choice.branches.flatMap((branch, index) => (shapes.isValid(branch, value, view) ? [index] : []));
  return (branches.length === 0 ? [-1] : branches.slice(0, ALTERNATIVES)).flatMap((branch) =>
    openChoices(shapes, shapes.choose(shape, branch), value, view),
  );
}

function stripElements(
  shapes: ShapeIndex,
  alternatives: readonly Shape[],
  value: readonly unknown[],
  view: View,
): unknown {
  const plans = alternatives.map((shape) => arrayPlan(shapes, shape));
  const stripped = value.map((element, index) =>
    stripAny(
      shapes,
      plans.map((plan) => plan.element(index)),
      element,
      view,
    ),
  );
  return stripped.some((element, index) => element !== value[index]) ? stripped : value;
}

function stripProperties(
  shapes: ShapeIndex,
  alternatives: readonly Shape[],
  value: Readonly<Record<string, unknown>>,
  view: View,
): unknown {
  const plans = alternatives.map((shape) => objectPlan(shapes, shape));
  const stripped: Record<string, unknown> = {};
  let isChanged = false;
  for (const [name, part] of Object.entries(value)) {
    const declaring = plans.filter((plan) => plan.declares(name));
    const properties = (declaring.length > 0 ? declaring : plans).map((plan) => plan.property(name));
    if (properties.every((property) => isExcluded(property, view))) {
      isChanged = true;
      continue;
    }
    const kept = stripAny(shapes, properties, part, view);
    isChanged ||= kept !== part;
    setOwn(stripped, name, kept);
  }
  return isChanged ? stripped : value;
}
