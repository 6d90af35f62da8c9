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
/** From this attempt on, examples are set aside, then everything optional, and a value that cannot be kept. */
const WITHOUT_EXAMPLES = 5;
const WITHOUT_OPTIONAL = 8;
const WITHOUT_BASE = 10;
/** Values made in all attempts together; so that no schema costs more than a moment. */
const MOST_EFFORT = 60_000;

const knowledge = new WeakMap<SchemaRegistry, SchemaKnowledge>();

/**
 * A value of the schema, always one that `schemas.validator(schema, options.view)` accepts: as realistic as the schema lets
 * it be, or as close to `options.base` as that. The same schema and options give the same value on every machine.
 * A `base` that is right as it is comes back as the same object.
 */
export function sampleSchema(schemas: SchemaRegistry, schema: Schema, options: SampleOptions): Sample {
  const known = getOrMake(knowledge, schemas, () => new SchemaKnowledge(schemas));
  const { view, base } = options;
  const validator = schemas.validator(schema, view);
  const shape = known.shapes.root(schema);
  if (base !== undefined && validator.isValid(base)) {
    const stripped = stripView(known.shapes, shape, base, view);
    // A flagged property that the schema requires all the same stays.
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
  // It would take as long again.
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
    // A caller's own value says more than one that lacks what no value can have.
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

/** Makes other choices where the validator rejected something; the whole value when it does not say where. */
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

/** Facts about one description's schemas, worked out once. */
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
  /** The same seed gives the same value on every machine, whatever else was sampled before. */
  readonly seed: string;
  readonly view: View;
  /**
   * A value to keep as far as the schema allows: its valid parts stay, undeclared and invalid ones are replaced or left out.
   * This is how a stored record becomes an answer.
   */
  readonly base?: unknown;
  /**
   * Take examples of the schema first, and defaults where there are none. Default true. `"defaults"`: defaults alone, which is what
   * stands for a value that nobody gave.
   */
  readonly examples?: boolean | "defaults";
  /** Fill optional properties as well, down to the depth where schemas repeat. Default true. */
  readonly optional?: boolean;
  /** Instant (milliseconds since 1970) that sampled dates stand near to. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
}

/** A value that the schema's validator accepts, or why there is none. */
export type Sample =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: string;
      /** A value that is right but for alternatives of which several hold, and required properties that are forbidden. */
      readonly nearest?: unknown;
    };
