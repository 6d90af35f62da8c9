import { arrayPlan } from "./array-plan.js";
import { jsonEqual } from "./json-equal.js";
import { elementPlace, type Place } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { completeArray } from "./sample-array.js";
import type { Shape } from "./shape.js";

/** The array with its elements fitted one by one. */
export function fitArray(run: Run, shape: Shape, place: Place, base: readonly unknown[]): unknown {
  const plan = arrayPlan(run.shapes, shape);
  const fitted: unknown[] = [];
  for (const [index, element] of base.entries()) {
    if (fitted.length >= plan.max) break;
    const kept = run.fit(plan.element(fitted.length), elementPlace(place, index, true), element);
    if (kept === NOTHING || (plan.unique && fitted.some((earlier) => jsonEqual(earlier, kept)))) continue;
    fitted.push(kept);
  }
  if (!completeArray(run, shape, { ...place, droppable: false }, fitted, plan.min)) return NOTHING;
  return fitted.length === base.length && fitted.every((element, index) => element === base[index]) ? base : fitted;
}
