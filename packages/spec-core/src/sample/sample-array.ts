import { type ArrayPlan, arrayPlan } from "./array-plan.js";
import { conforms } from "./conforms.js";
import { jsonEqual } from "./json-equal.js";
import { elementPlace, type Place, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape } from "./shape.js";

const UNIQUE_ATTEMPTS = 40;

export function sampleArray(run: Run, shape: Shape, place: Place): unknown {
  const plan = arrayPlan(run.shapes, shape);
  if (plan.min > plan.max) return NOTHING;
  const elements: unknown[] = [];
  return completeArray(run, shape, place, elements, usualCount(run, plan, place)) ? elements : NOTHING;
}

/** Adds what a shape still asks for, and up to `count` elements where it leaves that open. `false`: it cannot be had. */
export function completeArray(run: Run, shape: Shape, place: Place, elements: unknown[], count: number): boolean {
  const plan = arrayPlan(run.shapes, shape);
  const isEmpty = elements.length === 0;
  for (const contained of plan.contains) {
    while (elements.length < plan.prefix) {
      if (!addElement(run, plan.element(elements.length), plan, place, elements)) return false;
    }
    const present = elements.filter((element) => conforms(run.shapes, contained.schema, element, run.view)).length;
    for (let added = present; added < contained.count; added++) {
      if (!addElement(run, contained.shape, plan, place, elements)) return false;
    }
  }
  while (elements.length < count || elements.length < plan.min) {
    if (elements.length >= plan.min && run.isFull) break;
    if (!addElement(run, plan.element(elements.length), plan, place, elements)) break;
  }
  // An optional array of nothing but a circle is better left out than empty.
  const wasCut = isEmpty && elements.length === 0 && count > 0 && place.droppable;
  return elements.length >= plan.min && elements.length <= plan.max && !wasCut;
}

function usualCount(run: Run, plan: ArrayPlan, place: Place): number {
  if (place.levels <= 0 || run.isFull) return plan.min;
  if (plan.prefix > 0) return Math.min(plan.max, Math.max(plan.min, plan.prefix));
  const [type] = plan.element(0).types;
  const isScalar = type !== "object" && type !== "array";
  const usual = isScalar ? randomAt(place, 901).integer(1, 3) : place.depth > 2 ? 1 : 2;
  return Math.min(plan.max, Math.max(plan.min, usual));
}

function addElement(run: Run, shape: Shape, plan: ArrayPlan, place: Place, elements: unknown[]): boolean {
  const index = elements.length;
  const at = elementPlace(place, index, index >= plan.min);
  const attempts = plan.unique ? UNIQUE_ATTEMPTS : 1;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const element = run.sample(shape, { ...at, variation: attempt });
    if (element === NOTHING) return false;
    if (plan.unique && elements.some((earlier) => jsonEqual(earlier, element))) continue;
    elements.push(element);
    return true;
  }
  return false;
}
