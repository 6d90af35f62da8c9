import { setOwn } from "../json/json-value.js";
import { arrayPlan } from "./array-plan.js";
import { objectPlan } from "./object-plan.js";
import { NOTHING, type Run } from "./run.js";
import type { Choice, Shape } from "./shape.js";

type Values = Readonly<Record<string, unknown>>;

/** Tried in this order: a `null` is the most natural value for a missing part. */
const MISFITS: readonly unknown[] = [null, false, 0, "", [], {}];
const DEEPEST = 3;

/**
 * Changes a value of one branch of a `oneOf` so that it matches no other. Branches often overlap, although exactly one
 * must match. The change uses properties that other branches declare and the chosen one does not. `NOTHING` if no
 * change is found.
 * @param shape the shape of the chosen branch
 */
export function distinguishBranch(
  run: Run,
  shape: Shape,
  { branches }: Choice,
  branch: number,
  value: unknown,
): unknown {
  let apart = value;
  for (const [index, other] of branches.entries()) {
    if (index === branch || !run.shapes.isValid(other, apart, run.view)) continue;
    apart = misfit(
      run,
      shape,
      run.shapes.of(other),
      apart,
      DEEPEST,
      (changed) => !run.shapes.isValid(other, changed, run.view),
    );
    if (apart === NOTHING) return NOTHING;
  }
  const isRight =
    shape.sources.every((source) => run.shapes.isValid(source, apart, run.view)) &&
    branches.every((other, index) => index === branch || !run.shapes.isValid(other, apart, run.view));
  return isRight ? apart : NOTHING;
}

/** The value with one change that `ours` allows and that satisfies `isDone`. `NOTHING` if there is none. */
function misfit(
  run: Run,
  ours: Shape,
  other: Shape,
  value: unknown,
  depth: number,
  isDone: (changed: unknown) => boolean,
): unknown {
  if (depth === 0 || typeof value !== "object" || value === null) return NOTHING;
  if (Array.isArray(value)) {
    const element = arrayPlan(run.shapes, ours).element(0);
    const inner = misfit(
      run,
      element,
      arrayPlan(run.shapes, other).element(0),
      value.length > 0 ? value[0] : emptyOf(element),
      depth - 1,
      (changed) => isDone([changed, ...value.slice(1)]),
    );
    return inner === NOTHING ? NOTHING : [inner, ...value.slice(1)];
  }
  const values = value as Values;
  const [plan, otherPlan] = [objectPlan(run.shapes, ours), objectPlan(run.shapes, other)];
  // Sorted by name, so that the choice does not depend on the order of the document.
  const names = [...otherPlan.declared].sort();
  const replaced = (name: string, part: unknown): Values => {
    const copy = { ...values };
    setOwn(copy, name, part);
    return copy;
  };
  for (const name of names) {
    if (plan.declares(name) || Object.hasOwn(values, name)) continue;
    const property = plan.property(name);
    for (const part of MISFITS) {
      if (!property.sources.every((source) => run.shapes.isValid(source, part, run.view))) continue;
      const changed = replaced(name, part);
      if (isDone(changed)) return changed;
    }
  }
  for (const name of [...otherPlan.required].sort()) {
    if (plan.required.has(name) || !Object.hasOwn(values, name)) continue;
    const { [name]: _, ...changed } = values;
    if (isDone(changed)) return changed;
  }
  for (const name of names) {
    if (!plan.declares(name)) continue;
    const property = plan.property(name);
    const part = Object.hasOwn(values, name) ? values[name] : emptyOf(property);
    const inner = misfit(run, property, otherPlan.property(name), part, depth - 1, (changed) =>
      isDone(replaced(name, changed)),
    );
    if (inner !== NOTHING) return replaced(name, inner);
  }
  return NOTHING;
}

/** An empty object or list instead of a missing one. */
function emptyOf({ types: [type] }: Shape): unknown {
  if (type === "object") return {};
  return type === "array" ? [] : undefined;
}
