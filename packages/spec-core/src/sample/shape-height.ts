import type { View } from "../schema/schema.js";
import { arrayPlan } from "./array-plan.js";
import { isExcluded } from "./is-excluded.js";
import { objectPlan } from "./object-plan.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

const HIGHEST = 24;
/** Combinations of branches that are looked at; beyond that a shape is taken to end. */
const MOST_STEPS = 20_000;

interface Known {
  /** It is known to end within so many levels. */
  ends: number;
  /** It is known not to end within so many levels. */
  lasts: number;
}

/** How many levels the smallest value of a shape has: what tells the way out of a schema that contains itself. */
export class ShapeHeights {
  readonly #shapes: ShapeIndex;
  readonly #view: View;
  readonly #known = new WeakMap<Shape, Known>();
  #steps = 0;

  constructor(shapes: ShapeIndex, view: View) {
    this.#shapes = shapes;
    this.#view = view;
  }

  /** 0 for what needs no other value; `Infinity` when no value ends. */
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
    let known = this.#known.get(shape);
    if (!known) {
      known = { ends: Number.POSITIVE_INFINITY, lasts: -1 };
      this.#known.set(shape, known);
    }
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
