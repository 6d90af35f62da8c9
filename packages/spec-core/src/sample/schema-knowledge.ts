import type { SchemaRegistry, View } from "../schema/schema.js";
import { FakeData } from "./fake-data.js";
import type { Sample } from "./sample-options.js";
import type { Shape } from "./shape.js";
import { ShapeHeights } from "./shape-height.js";
import { ShapeIndex } from "./shape-index.js";
import { usualLevels } from "./usual-levels.js";

/** What is known of one description's schemas, worked out once. */
export class SchemaKnowledge {
  readonly shapes: ShapeIndex;
  readonly fakes: FakeData = new FakeData();
  readonly #exhausting = new Map<string, WeakMap<Shape, Sample>>();
  readonly #heights: Readonly<Record<View, ShapeHeights>>;
  readonly #levels: Readonly<Record<View, Map<Shape, number>>> = { request: new Map(), response: new Map() };

  constructor(schemas: SchemaRegistry) {
    this.shapes = new ShapeIndex(schemas);
    this.#heights = {
      request: new ShapeHeights(this.shapes, "request"),
      response: new ShapeHeights(this.shapes, "response"),
    };
  }

  /** What came of samples that took too much effort, by what was asked for. */
  exhausting(view: View, isFitted: boolean): WeakMap<Shape, Sample> {
    const key = `${view} ${isFitted}`;
    let outcomes = this.#exhausting.get(key);
    if (!outcomes) {
      outcomes = new WeakMap();
      this.#exhausting.set(key, outcomes);
    }
    return outcomes;
  }

  heights(view: View): ShapeHeights {
    return this.#heights[view];
  }

  levels(shape: Shape, view: View): number {
    let levels = this.#levels[view].get(shape);
    if (levels === undefined) {
      levels = usualLevels(this.shapes, shape, view);
      this.#levels[view].set(shape, levels);
    }
    return levels;
  }
}
