import { getOrMake } from "../lazy/caches.js";
import type { View } from "../schema/schema.js";
import { arrayPlan } from "./array-plan.js";
import { objectPlan } from "./object-plan.js";
import { isExcluded, type Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

const HIGHEST = 24;
/** Maximum number of checked combinations of branches. Beyond it, a shape is assumed to end. */
const MOST_STEPS = 20_000;

interface Known {
  /** The shape is known to end within this many levels. */
  ends: number;
  /** The shape is known not to end within this many levels. */
  lasts: number;
}

/**
 * Finds the number of levels of a shape's smallest value. It shows how to end the recursion of a schema that contains
 * itself.
 */
export class ShapeHeights {
  readonly #shapes: ShapeIndex;
  readonly #view: View;
  readonly #known = new WeakMap<Shape, Known>();
  #steps = 0;

  constructor(shapes: ShapeIndex, view: View) {
    this.#shapes = shapes;
    this.#view = view;
  }

  /** The height of a shape: 0 if its value can be empty or scalar. `Infinity` if every value would be infinite. */
  heightOf(shape: Shape): number {
    this.#steps = 0;
    for (let height = 0; height <= HIGHEST; height++) {
      if (this.#ends(shape, height)) return height;
    }
    return Number.POSITIVE_INFINITY;
  }

  #ends(shape: Shape, levels: number): boolean {
    if (shape.impossible || levels < 0) return false;
    if (shape.members || shape.types.some((type) => type !== "object" && type !== "array")) return true;
    const known = getOrMake(this.#known, shape, () => ({ ends: Number.POSITIVE_INFINITY, lasts: -1 }));
    if (levels >= known.ends) return true;
    if (levels <= known.lasts) return false;
    if (this.#steps++ > MOST_STEPS) return true;
    const ends = this.#endsByKind(shape, levels);
    if (ends) known.ends = levels;
    else known.lasts = levels;
    return ends;
  }

  #endsByKind(shape: Shape, levels: number): boolean {
    const [choice] = shape.choices;
    if (choice) return choice.branches.some((_, branch) => this.#ends(this.#shapes.choose(shape, branch), levels));
    return shape.types.some((type) =>
      type === "array" ? this.#arrayEnds(shape, levels) : this.#objectEnds(shape, levels),
    );
  }

  #arrayEnds(shape: Shape, levels: number): boolean {
    const plan = arrayPlan(this.#shapes, shape);
    for (let index = 0; index < Math.min(plan.min, plan.prefix + 1); index++) {
      if (!this.#ends(plan.element(index), levels - 1)) return false;
    }
    return true;
  }

  #objectEnds(shape: Shape, levels: number): boolean {
    const plan = objectPlan(this.#shapes, shape);
    for (const name of plan.required) {
      const property = plan.property(name);
      if (!isExcluded(property, this.#view) && !this.#ends(property, levels - 1)) return false;
    }
    return true;
  }
}

/** Maximum number of values in a usual sample: about 10 kB of JSON. */
const USUAL_SIZE = 600;
const DEEPEST = 8;

/**
 * The number of levels in which optional parts can be filled before samples become too large. It only depends on the
 * schema, so it is the same for all samples.
 */
export function usualLevels(shapes: ShapeIndex, shape: Shape, view: View): number {
  let size = 0;
  let unchanged = 0;
  for (let levels = 1; levels <= DEEPEST; levels++) {
    const counted = new SizeCount(shapes, view);
    const next = counted.count(shape, levels);
    if (next > USUAL_SIZE) return Math.max(1, levels - 1);
    unchanged = next === size ? unchanged + 1 : 0;
    // An array with a minimum length adds a level without more values. Only the next level adds optional parts of its
    // elements.
    if (unchanged > (counted.hasFixedArray ? 1 : 0)) return levels;
    size = next;
  }
  return DEEPEST;
}

class SizeCount {
  /** True if an array has its minimum length at any number of levels. */
  hasFixedArray = false;
  readonly #shapes: ShapeIndex;
  readonly #view: View;
  readonly #active = new Set<object>();
  #size = 0;

  constructor(shapes: ShapeIndex, view: View) {
    this.#shapes = shapes;
    this.#view = view;
  }

  count(shape: Shape, levels: number): number {
    this.#add(shape, levels, 1, 0);
    return this.#size;
  }

  #add(shape: Shape, levels: number, times: number, depth: number): void {
    this.#size += times;
    const fresh = shape.principals.filter((part) => !this.#active.has(part));
    if (this.#size > USUAL_SIZE || depth > DEEPEST * 2 || fresh.length === 0) return;
    for (const part of fresh) this.#active.add(part);
    this.#addParts(this.#likely(shape, depth), levels, times, depth);
    for (const part of fresh) this.#active.delete(part);
  }

  /** The shape with the branches that a sample would choose first. */
  #likely(shape: Shape, depth: number): Shape {
    let likely = shape;
    while (likely.choices.length > 0) {
      const branches = likely.choices[0]?.branches ?? [];
      const scalar = branches.findIndex((branch) => depth > 0 && isScalar(this.#shapes.of(branch)));
      likely = this.#shapes.choose(likely, Math.max(0, scalar));
    }
    return likely;
  }

  #addParts(shape: Shape, levels: number, times: number, depth: number): void {
    if (shape.impossible || shape.members) return;
    const [type] = shape.types;
    if (type === "array") {
      const plan = arrayPlan(this.#shapes, shape);
      const usual = levels > 0 ? Math.max(plan.min, depth > 2 ? 1 : 2) : plan.min;
      if (usual > 0 && usual === plan.min) this.hasFixedArray = true;
      if (usual > 0) this.#add(plan.element(plan.prefix), levels - 1, times * Math.min(usual, plan.max), depth + 1);
    } else if (type === "object") {
      const plan = objectPlan(this.#shapes, shape);
      for (const name of levels > 0 ? plan.declared : plan.required) {
        const property = plan.property(name);
        if (!property.impossible && !isExcluded(property, this.#view))
          this.#add(property, levels - 1, times, depth + 1);
      }
    }
  }
}

function isScalar({ types }: Shape): boolean {
  const [type] = types;
  return type !== "object" && type !== "array" && type !== "null";
}
