import type { ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { getOrMake } from "../../lazy/caches.js";
import type { Schema, SchemaRegistry, SchemaValidator, SchemaViolation, View } from "../schema.js";
import type { CheckedUnit } from "../views/checked-schema.js";
import { createSchemaView, REQUEST_VIEW, RESPONSE_VIEW, type SchemaView } from "../views/schema-view.js";
import { createAjv, type Decide, type Explain, isStructure, MOST_ERRORS, type UnitChecks } from "./ajv-keywords.js";
import { decideAtSight } from "./decide-at-sight.js";
import { knownFormats } from "./formats.js";
import { toViolations } from "./to-violations.js";

/** The validators of a description's schemas. Each is created when it is first requested. */
export interface Validators {
  of(schema: Schema, view: View): SchemaValidator;
}

type Formats = typeof knownFormats;

const TOO_DEEP: readonly SchemaViolation[] = [
  { path: "", message: "is nested too deeply", keyword: "depth", params: {} },
];

export function createValidators(schemas: SchemaRegistry, formats: Formats = knownFormats): Validators {
  const request = createViewValidators(schemas, "request", formats);
  const response = createViewValidators(schemas, "response", formats);
  return { of: (schema, view) => (view === "request" ? request : response)(schema) };
}

function createViewValidators(
  schemas: SchemaRegistry,
  name: View,
  formats: Formats,
): (schema: Schema) => SchemaValidator {
  const view = createSchemaView(schemas, name === "request" ? REQUEST_VIEW : RESPONSE_VIEW);
  let made: SchemaCompiler | undefined;
  const compiler = (): SchemaCompiler => {
    made ??= new SchemaCompiler(view, formats);
    return made;
  };
  const known = new WeakMap<Schema, SchemaValidator>();

  function create(schema: Schema): SchemaValidator {
    const unit = view.unitOf(schema);
    return {
      isValid: (value) => withinStack(() => compiler().isValid(unit, value), false),
      violations: (value) =>
        withinStack(() => {
          if (compiler().isValid(unit, value)) return [];
          const errors = compiler().explain(unit)(value, "") ?? [];
          // ajv cannot stop early among the unknown properties of one object.
          return toViolations(errors.slice(0, 2 * MOST_ERRORS), value, (key) => view.unit(key).name);
        }, TOO_DEEP),
    };
  }

  return (schema) => {
    return getOrMake(known, schema, () => create(schema));
  };
}

/** If a schema is recursive, a value may be nested deeper than the stack allows. */
function withinStack<T>(run: () => T, tooDeep: T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

/** In characters. Shorter schemas do not have thousands of properties. */
const LARGE = 20_000;
/** In characters. Longer schemas are rarely equal. */
const LONGEST_SHARED = 500;

/** Number of values after which it is faster to compile a schema. */
const MOST_AT_SIGHT = 1_000;

/**
 * Compiles the schemas of one view with ajv. Each is compiled separately, when a value reaches it that `decideAtSight`
 * cannot decide.
 */
class SchemaCompiler implements UnitChecks {
  readonly #view: SchemaView;
  readonly #formats: Formats;
  readonly #decided = new Map<CheckedUnit, Decide>();
  /** The number of values that were checked before the schema was compiled. */
  readonly #asked = new Map<CheckedUnit, number>();
  /** By the text of the schema, because a description has thousands of equal schemas for a plain text or number. */
  readonly #decidedText = new Map<string, Decide>();
  readonly #explained = new Map<CheckedUnit, Explain>();
  /** Results of `passes` for the current value. */
  #passed: WeakMap<object, Map<CheckedUnit, boolean>> | undefined;
  #deciding: Ajv2020 | undefined;
  #explaining: Ajv2020 | undefined;

  constructor(view: SchemaView, formats: Formats) {
    this.#view = view;
    this.#formats = formats;
  }

  isValid(unit: CheckedUnit, value: unknown): boolean {
    if (!this.#decided.has(unit)) {
      const asked = this.#asked.get(unit) ?? 0;
      const answer = asked < MOST_AT_SIGHT ? decideAtSight(this.#view, this.#formats, unit, value) : undefined;
      this.#asked.set(unit, asked + 1);
      if (answer !== undefined) return answer;
    }
    this.#passed = undefined;
    return this.decide(unit)(value);
  }

  readonly passes = (unit: CheckedUnit, value: unknown): boolean => {
    const decide = this.decide(unit);
    if (!isStructure(value)) return decide(value);
    this.#passed ??= new WeakMap();
    const known = getOrMake(this.#passed, value, () => new Map<CheckedUnit, boolean>());
    return getOrMake(known, unit, () => decide(value));
  };

  /** Returns a check that stops at the first error. */
  decide(unit: CheckedUnit): Decide {
    let decide = this.#decided.get(unit);
    if (decide === undefined) {
      const text = JSON.stringify(unit.schema);
      decide = this.#decidedText.get(text) ?? (text.length > LARGE ? this.#decideLarge(unit) : this.#failFast(unit));
      this.#decided.set(unit, decide);
      if (text.length <= LONGEST_SHARED) this.#decidedText.set(text, decide);
    }
    return decide;
  }

  #failFast(unit: CheckedUnit): Decide {
    this.#deciding ??= this.#createAjv({ allErrors: false });
    return this.#compile(this.#deciding, unit);
  }

  /**
   * Creates the check of a large schema. Code that stops at the first error nests each property in those before it, and
   * V8 does not accept thousands of levels. Code that collects all errors is flat, except for alternatives. A schema
   * with thousands of alternatives in one list accepts any value.
   */
  #decideLarge(unit: CheckedUnit): Decide {
    const attempts = [() => this.#failFast(unit), () => (value: unknown) => this.explain(unit)(value, "") === null];
    for (const attempt of attempts) {
      try {
        const decide = attempt();
        // V8 only parses a function when it is first called.
        decide(undefined);
        return decide;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
    return () => true;
  }

  /**
   * Returns a check that finds all errors, up to a limit. A schema is only compiled for this when a value is invalid.
   */
  explain(unit: CheckedUnit): Explain {
    return getOrMake(this.#explained, unit, () => {
      this.#explaining ??= this.#createAjv({ allErrors: true, verbose: true });
      const validate = this.#compile(this.#explaining, unit);
      return (value, instancePath) =>
        // ajv passes the place of a value in the same way to functions that it calls.
        validate(value, { instancePath } as never) ? null : [...(validate.errors ?? [])];
    });
  }

  #compile(ajv: Ajv2020, { schema }: CheckedUnit): ValidateFunction {
    const validate = ajv.compile(schema);
    // Each unit is compiled once, so ajv need not keep its schema.
    if (typeof schema === "object") ajv.removeSchema(schema);
    return validate;
  }

  #createAjv(options: { readonly allErrors: boolean; readonly verbose?: boolean }): Ajv2020 {
    return createAjv(options, this.#view, this.#formats(), this);
  }
}
