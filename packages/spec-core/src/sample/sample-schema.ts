import { getOrMake } from "../lazy/caches.js";
import type { Schema, SchemaRegistry, SchemaViolation, View } from "../schema/schema.js";
import { FakeData } from "./fake-data.js";
import { rootPlace } from "./place.js";
import { NOTHING } from "./run.js";
import { SampleRun } from "./sample-run.js";
import type { Shape } from "./shape.js";
import { ShapeIndex } from "./shape-index.js";
import { ShapeHeights, usualLevels } from "./shape-size.js";
import { stripView } from "./strip-view.js";

/** 2026-01-01T00:00:00Z. */
const NOW = 1_767_225_600_000;
const ATTEMPTS = 16;
/** From these attempts on, examples are ignored, then all optional parts, then a base that cannot be kept. */
const WITHOUT_EXAMPLES = 5;
const WITHOUT_OPTIONAL = 8;
const WITHOUT_BASE = 10;
/** Maximum number of values in all attempts, so that no schema takes long. */
const MOST_EFFORT = 60_000;

const knowledge = new WeakMap<SchemaRegistry, SchemaKnowledge>();

/**
 * A value of the schema that `schemas.validator(schema, options.view)` accepts. It is as realistic as the schema
 * allows, or as close to `options.base` as possible. The same schema and options give the same value on every machine.
 * A valid `base` is returned as the same object.
 */
export function sampleSchema(schemas: SchemaRegistry, schema: Schema, options: SampleOptions): Sample {
  const known = getOrMake(knowledge, schemas, () => new SchemaKnowledge(schemas));
  const { view, base } = options;
  const validator = schemas.validator(schema, view);
  const shape = known.shapes.root(schema);
  if (base !== undefined && validator.isValid(base)) {
    const stripped = stripView(known.shapes, shape, base, view);
    // A readOnly or writeOnly property stays if the schema requires it anyway.
    return { ok: true, value: stripped === base || validator.isValid(stripped) ? stripped : base };
  }
  const exhausting = known.exhausting(view, base !== undefined);
  const before = exhausting.get(shape);
  if (before) return before;
  const refusals = new Map<string, number>();
  const forced = new Set<string>();
  let violations: readonly SchemaViolation[] = [];
  let blamed = "";
  let effort = 0;
  let isExhausted = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const run = createRun(known, options, attempt, refusals, forced);
    const value = sampleOnce(run, known, shape, options, attempt);
    blamed = run.blamed;
    if (value !== NOTHING && validator.isValid(value)) return { ok: true, value };
    if (value === NOTHING && known.heights(view).heightOf(shape) === Number.POSITIVE_INFINITY) break;
    effort += run.effort;
    isExhausted = run.isExhausted;
    if (effort > MOST_EFFORT) {
      if (base === undefined || attempt >= WITHOUT_BASE) break;
      attempt = WITHOUT_BASE - 1;
      effort = 0;
    }
    violations = value === NOTHING ? [] : validator.violations(value);
    learn(violations, refusals, forced);
  }
  const lenient = createRun(known, options, 0, new Map(), new Set(), true);
  const nearest = isExhausted ? NOTHING : sampleOnce(lenient, known, shape, options, 0);
  const reason = reasonOf(schema, violations, blamed);
  const failed: Sample = { ok: false, reason, ...(nearest === NOTHING ? {} : { nearest }) };
  // Another attempt would take as long.
  if (isExhausted) exhausting.set(shape, failed);
  return failed;
}

function createRun(
  known: SchemaKnowledge,
  { view, base, examples = true, now = NOW }: SampleOptions,
  attempt: number,
  refusals: ReadonlyMap<string, number>,
  forced: ReadonlySet<string>,
  isLenient = false,
): SampleRun {
  return new SampleRun({
    isLenient,
    // A caller's own value is more useful than a value without the impossible properties.
    mayLack: isLenient && base === undefined,
    shapes: known.shapes,
    fakes: known.fakes,
    heights: known.heights(view),
    view,
    examples: attempt < WITHOUT_EXAMPLES && examples,
    now,
    refusals,
    forced,
  });
}

function sampleOnce(
  run: SampleRun,
  known: SchemaKnowledge,
  shape: Shape,
  { view, base, seed, optional = true }: SampleOptions,
  attempt: number,
): unknown {
  const keepsBase = base !== undefined && attempt < WITHOUT_BASE;
  const takesOptional = keepsBase ? attempt >= WITHOUT_EXAMPLES : optional && attempt < WITHOUT_OPTIONAL;
  const place = rootPlace(seed, takesOptional ? known.levels(shape, view) : 0);
  return keepsBase ? run.fit(shape, place, base) : run.sample(shape, place);
}

/**
 * Marks the places that the validator rejected, so that the next attempt makes other choices there. Without a place, it
 * is the whole value.
 */
function learn(violations: readonly SchemaViolation[], refusals: Map<string, number>, forced: Set<string>): void {
  const places = new Set(violations.map(({ path }) => path));
  if (places.size === 0) places.add("");
  for (const { keyword, path, params } of violations) {
    if (keyword === "required" || keyword === "dependentRequired") forced.add(path);
    if (keyword === "additionalProperties" || keyword === "unevaluatedProperties" || keyword === "required") {
      places.add(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    }
    if (keyword === "required" && typeof params.missingProperty === "string")
      forced.add(`${path}/${params.missingProperty}`);
  }
  for (const place of places) refusals.set(place, (refusals.get(place) ?? 0) + 1);
}

function reasonOf({ uri }: Schema, violations: readonly SchemaViolation[], blamed: string): string {
  const [first] = violations;
  const stem = `No value was found that satisfies ${uri}`;
  if (first) return `${stem}: ${first.path || "the value"} ${first.message}.`;
  return blamed === "" ? `${stem}.` : `${stem}: nothing fits at ${blamed}.`;
}

/** Cached facts about one description's schemas. */
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

  /** Results of samples that took too much effort, by view and purpose. */
  exhausting(view: View, isFitted: boolean): WeakMap<Shape, Sample> {
    const key = `${view} ${isFitted}`;
    return getOrMake(this.#exhausting, key, () => new WeakMap());
  }

  heights(view: View): ShapeHeights {
    return this.#heights[view];
  }

  levels(shape: Shape, view: View): number {
    return getOrMake(this.#levels[view], shape, () => usualLevels(this.shapes, shape, view));
  }
}

export interface SampleOptions {
  /** The same seed gives the same value on every machine, independently of earlier samples. */
  readonly seed: string;
  readonly view: View;
  /**
   * A value to keep as far as the schema allows. Its valid parts stay, and undeclared and invalid ones are replaced or
   * omitted. A stored record becomes an answer in this way.
   */
  readonly base?: unknown;
  /**
   * Prefer examples of the schema, and defaults if there are none. Default true. `"defaults"`: only defaults, as for
   * values that were not sent.
   */
  readonly examples?: boolean | "defaults";
  /** Include optional properties, down to the depth where schemas repeat. Default true. */
  readonly optional?: boolean;
  /** Instant (milliseconds since 1970) near which sampled dates are. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
}

/** A value that the schema's validator accepts, or the reason why there is none. */
export type Sample =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: string;
      /**
       * A value that is valid except for two things: it matches several alternatives, or lacks properties that are both
       * required and forbidden.
       */
      readonly nearest?: unknown;
    };
