import { canonicalText } from "../json/equal-items.js";
import { jsonEqual } from "../json/json-value.js";
import { type ArrayPlan, arrayPlan } from "./array-plan.js";
import { elementPlace, type Place, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape } from "./shape.js";

const UNIQUE_ATTEMPTS = 40;
/** A schema that requires more elements gets no sample. */
const MOST_ELEMENTS = 10_000;
/** Up to this many elements are compared one by one. */
const FEW = 50;

export function sampleArray(run: Run, shape: Shape, place: Place): unknown {
  const plan = arrayPlan(run.shapes, shape);
  if (plan.min > plan.max || plan.min > MOST_ELEMENTS) return NOTHING;
  const elements: unknown[] = [];
  return completeArray(run, shape, place, elements, usualCount(run, plan, place)) ? elements : NOTHING;
}

/**
 * Adds the elements that a shape still requires, and optional ones up to `count`. Returns `false` if that is
 * impossible.
 */
export function completeArray(run: Run, shape: Shape, place: Place, elements: unknown[], count: number): boolean {
  const plan = arrayPlan(run.shapes, shape);
  const isEmpty = elements.length === 0;
  const adder = new Adder(run, plan, place, elements);
  for (const contained of plan.contains) {
    while (elements.length < plan.prefix) {
      if (!adder.add(plan.element(elements.length))) return false;
    }
    const present = elements.filter((element) => run.shapes.isValid(contained.schema, element, run.view)).length;
    for (let added = present; added < contained.count; added++) {
      if (!adder.add(contained.shape)) return false;
    }
  }
  while (elements.length < count || elements.length < plan.min) {
    if (elements.length >= plan.min && run.isFull) break;
    if (!adder.add(plan.element(elements.length))) break;
  }
  // An optional array whose elements only recurse is omitted instead of empty.
  const wasCut = isEmpty && elements.length === 0 && count > 0 && place.droppable;
  return elements.length >= plan.min && elements.length <= plan.max && !wasCut;
}

function usualCount(run: Run, plan: ArrayPlan, place: Place): number {
  if (run.isFull) return plan.min;
  const [type] = plan.element(0).types;
  const isScalar = type !== undefined && type !== "object" && type !== "array";
  // A list of scalars gets an element at any depth, because an empty vector is useless.
  if (place.levels <= 0) return isScalar && plan.prefix === 0 ? Math.min(plan.max, Math.max(plan.min, 1)) : plan.min;
  if (plan.prefix > 0) return Math.min(plan.max, Math.max(plan.min, plan.prefix));
  const usual = isScalar || type === undefined ? randomAt(place, 901).integer(1, 3) : place.depth > 2 ? 1 : 2;
  return Math.min(plan.max, Math.max(plan.min, usual));
}

class Adder {
  readonly #run: Run;
  readonly #plan: ArrayPlan;
  readonly #place: Place;
  readonly #elements: unknown[];
  /** The canonical texts of the elements, for long arrays only. */
  #texts: Set<string> | undefined;

  constructor(run: Run, plan: ArrayPlan, place: Place, elements: unknown[]) {
    this.#run = run;
    this.#plan = plan;
    this.#place = place;
    this.#elements = elements;
  }

  add(shape: Shape): boolean {
    const { min, unique } = this.#plan;
    const index = this.#elements.length;
    const at = elementPlace(this.#place, index, index >= min);
    const attempts = unique ? UNIQUE_ATTEMPTS : 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const element = this.#run.sample(shape, { ...at, variation: attempt });
      if (element === NOTHING) return false;
      if (unique && this.#isThere(element)) continue;
      this.#elements.push(element);
      this.#texts?.add(canonicalText(element));
      return true;
    }
    return false;
  }

  #isThere(element: unknown): boolean {
    if (this.#elements.length <= FEW) return this.#elements.some((earlier) => jsonEqual(earlier, element));
    this.#texts ??= new Set(this.#elements.map(canonicalText));
    return this.#texts.has(canonicalText(element));
  }
}
