import { jsonCopy } from "../json/json-value.js";
import { getOrMake } from "../lazy/caches.js";
import type { View } from "../schema/schema.js";
import { memoize } from "../words/memoize.js";
import { nameWords } from "../words/name-words.js";
import type { FakeData } from "./fake-data.js";
import { fitParts, fitValue } from "./fit-value.js";
import { type Place, pointerOf, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { sampleArray } from "./sample-array.js";
import { sampleChoice } from "./sample-choice.js";
import { sampleNumber } from "./sample-number.js";
import { sampleObject } from "./sample-object.js";
import { sampleText } from "./sample-text.js";
import type { Shape, ValueType } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";
import type { ShapeHeights } from "./shape-size.js";
import { stripView } from "./strip-view.js";

/** From this size on, only required parts are added. */
const FULL = 2000;
/** Maximum number of tried values. No sensible schema needs more. */
const LARGEST = 20_000;
const DEEPEST = 60;
const NEGATION_ATTEMPTS = 8;

/** Words for events that have not happened to most records. */
const unlikely = memoize((name) =>
  nameWords(name).some((part) => /^(deleted|removed|archived|revoked|cancell?ed|suspended|banned|locked)$/.test(part)),
);

const SUCCESS = /^(?:is_?)?(?:success|successful|succeeded|ok)$/i;

interface RunOptions {
  readonly shapes: ShapeIndex;
  readonly fakes: FakeData;
  readonly heights: ShapeHeights;
  readonly view: View;
  readonly examples: boolean | "defaults";
  readonly now: number;
  /** The number of rejections by the validator, by JSON pointer. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly forced: ReadonlySet<string>;
  readonly isLenient: boolean;
  readonly mayLack: boolean;
}

/** One attempt to create one sample. */
export class SampleRun implements Run {
  readonly shapes: ShapeIndex;
  readonly fakes: FakeData;
  readonly view: View;
  readonly examples: boolean | "defaults";
  readonly now: number;
  readonly #options: RunOptions;
  readonly #active = new Map<object, number>();
  #size = 0;
  #effort = 0;
  #blamed = "";

  constructor(options: RunOptions) {
    this.shapes = options.shapes;
    this.fakes = options.fakes;
    this.view = options.view;
    this.examples = options.examples;
    this.now = options.now;
    this.#options = options;
  }

  /** True if a value may match several alternatives of a `oneOf`. */
  get isLenient(): boolean {
    return this.#options.isLenient;
  }

  get mayLack(): boolean {
    return this.#options.mayLack;
  }

  get isFull(): boolean {
    return this.#size >= FULL;
  }

  /** The number of values that were tried. */
  get effort(): number {
    return this.#effort;
  }

  get isExhausted(): boolean {
    return this.#effort >= LARGEST;
  }

  variationAt(place: Place): number {
    const { refusals } = this.#options;
    return place.variation + (refusals.size === 0 ? 0 : (refusals.get(pointerOf(place)) ?? 0));
  }

  isForced(place: Place): boolean {
    const { forced } = this.#options;
    return forced.size > 0 && forced.has(pointerOf(place));
  }

  isActive(shape: Shape): boolean {
    return shape.principals.some((part) => this.#active.has(part));
  }

  blame(place: Place): void {
    const pointer = pointerOf(place);
    if (pointer.length > this.#blamed.length) this.#blamed = pointer;
  }

  /** JSON pointer of the deepest place where no value could be created. */
  get blamed(): string {
    return this.#blamed;
  }

  heightOf(shape: Shape): number {
    return this.#options.heights.heightOf(shape);
  }

  sample(shape: Shape, place: Place): unknown {
    this.#effort++;
    if (shape.impossible || place.depth > DEEPEST || this.isExhausted) return NOTHING;
    const repeats = this.isActive(shape);
    if (repeats && place.droppable) return NOTHING;
    return this.within(shape, () =>
      this.resolve(shape, repeats ? { ...place, levels: Math.min(0, place.levels) } : place),
    );
  }

  fit(shape: Shape, place: Place, base: unknown): unknown {
    this.#effort++;
    return fitValue(this, shape, place, base);
  }

  /** Runs `inner` while the shape is marked as being filled. */
  within<T>(shape: Shape, inner: () => T): T {
    for (const part of shape.principals) this.#active.set(part, (this.#active.get(part) ?? 0) + 1);
    const result = inner();
    for (const part of shape.principals) {
      const count = (this.#active.get(part) ?? 1) - 1;
      if (count === 0) this.#active.delete(part);
      else this.#active.set(part, count);
    }
    return result;
  }

  /** A value of a shape that is already marked as being filled. */
  resolve(shape: Shape, place: Place): unknown {
    this.#effort++;
    if (shape.impossible || this.isExhausted) return NOTHING;
    const takesExample = this.examples !== false && this.variationAt(place) === 0 && !this.#isEvent(shape, place);
    const example = takesExample ? this.#example(shape, place) : NOTHING;
    if (example !== NOTHING) return example;
    if (shape.choices.length > 0) return sampleChoice(this, shape, place);
    if (shape.negations.length === 0) return this.#flat(shape, place);
    for (let attempt = 0; attempt < NEGATION_ATTEMPTS; attempt++) {
      const levels = attempt % 3 === 2 ? 0 : place.levels;
      const value = this.#flat(shape, { ...place, levels, variation: place.variation + attempt });
      if (value !== NOTHING && !shape.negations.some((schema) => this.shapes.isValid(schema, value, this.view)))
        return value;
    }
    return NOTHING;
  }

  #example(shape: Shape, place: Place): unknown {
    const { valid, partial, defaults } = usableExamples(this.shapes, shape, this.view);
    const whole = this.examples === "defaults" ? defaults : valid;
    if (whole.length > 0) {
      const example = randomAt(place, 902).pick(whole);
      this.#size += typeof example === "object" ? 10 : 1;
      return jsonCopy(example);
    }
    const [base] = partial;
    if (!base || this.examples === "defaults" || shape.choices.length > 0) return NOTHING;
    const fitted = fitParts(this, shape, { ...place, levels: 0 }, base);
    return fitted === NOTHING ? NOTHING : jsonCopy(fitted);
  }

  #flat(shape: Shape, place: Place): unknown {
    this.#size++;
    if (place.tag !== undefined && shape.parts.every((part) => this.shapes.isValid(part, place.tag, this.view))) {
      if (this.variationAt(place) <= 1) return place.tag;
    }
    if (shape.members) return this.#member(shape, shape.members, place);
    const { types } = shape;
    if (types.includes("null") && (this.isRepeated(shape) || this.#isUsuallyNull(types, place))) return null;
    const first = Math.max(0, this.variationAt(place) - 1);
    for (let index = 0; index < types.length; index++) {
      const type = types[(first + index) % types.length];
      const value = type === undefined ? NOTHING : this.#ofType(type, shape, place);
      if (value !== NOTHING) return value;
    }
    return NOTHING;
  }

  /**
   * True for events that have not happened to most records, such as a deletion. They are null even if there is an
   * example.
   */
  #isEvent(shape: Shape, place: Place): boolean {
    return shape.choices.length === 0 && shape.types.includes("null") && this.#isUsuallyNull(shape.types, place);
  }

  #isUsuallyNull(types: readonly ValueType[], place: Place): boolean {
    // Only a schema without a `type` allows an object all other types, too.
    const isUntyped = types[0] === "object" && types.length > 2;
    return types[0] !== "boolean" && !isUntyped && this.variationAt(place) === 0 && unlikely(place.name);
  }

  /** True if an outer value is being sampled by the same schema. */
  isRepeated(shape: Shape): boolean {
    return shape.principals.some((part) => (this.#active.get(part) ?? 0) > 1);
  }

  #ofType(type: ValueType, shape: Shape, place: Place): unknown {
    switch (type) {
      case "object":
        return sampleObject(this, shape, place);
      case "array":
        return sampleArray(this, shape, place);
      case "string":
        return sampleText(this, shape, place);
      case "integer":
        return sampleNumber(this, shape, place, true);
      case "number":
        return sampleNumber(this, shape, place, false);
      case "boolean":
        if (this.variationAt(place) === 0 && SUCCESS.test(place.name)) return true;
        return randomAt(place, this.variationAt(place)).next() < 0.5;
      case "null":
        return null;
    }
  }

  /** One of the listed values, preferably not null. Variations walk through the list. */
  #member(shape: Shape, members: readonly unknown[], place: Place): unknown {
    const start = randomAt(place, 0).integer(0, members.length - 1) + this.variationAt(place);
    let last: unknown = NOTHING;
    for (let index = 0; index < members.length; index++) {
      const member = members[(start + index) % members.length];
      if (!shape.parts.every((part) => this.shapes.isValid(part, member, this.view))) continue;
      if (member !== null) return jsonCopy(member);
      last = member;
    }
    return last;
  }
}

/** The examples and defaults of a schema. */
interface UsableExamples {
  /** Valid examples. If there are none, the valid default. Null only counts as a default. */
  readonly valid: readonly unknown[];
  /** Examples that are objects or arrays and not valid as a whole. */
  readonly partial: readonly object[];
  /** Valid defaults: values that apply if none was sent. */
  readonly defaults: readonly unknown[];
}

const known: Readonly<Record<View, WeakMap<Shape, UsableExamples>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

function usableExamples(shapes: ShapeIndex, shape: Shape, view: View): UsableExamples {
  return getOrMake(known[view], shape, () => findUsable(shapes, shape, view));
}

function findUsable(shapes: ShapeIndex, shape: Shape, view: View): UsableExamples {
  const isValid = (value: unknown): boolean =>
    shape.sources.every((source) => shapes.isStrictlyValid(source, value, view));
  const given = (values: readonly unknown[]): unknown[] =>
    values
      .filter((value) => value !== null && value !== undefined)
      .map((value) => (isValid(value) ? stripView(shapes, shape, value, view) : value));
  const examples = given(shape.parts.flatMap((part) => part.examples ?? []));
  const named = given(shape.parts.map((part) => part.default)).filter(isValid);
  const isEmpty = named.length === 0 && shape.parts.some((part) => part.default === null) && isValid(null);
  const defaults = isEmpty ? [null] : named;
  const valid = examples.filter(isValid);
  return {
    valid: valid.length > 0 ? valid : defaults,
    defaults,
    partial: examples.filter((value): value is object => typeof value === "object" && !valid.includes(value)),
  };
}
