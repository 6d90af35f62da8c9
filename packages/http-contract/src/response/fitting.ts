import { type Schema, type SchemaRegistry, sampleSchema } from "@onespec/spec-core";
import { RecentCache } from "../wire/recent-cache.js";

/** Makes values valid. */
export interface Fitting {
  /**
   * `base` itself when the schema allows it, else a valid value that keeps what it can of it. Where the schema allows nothing
   * at all it is what comes nearest, `base`, or null, and the schema is counted in `unsatisfiable`.
   */
  fit(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** The same for what nobody ever changes in place, such as records: what was found right lately is not looked at again. */
  fitKept(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** True if an immutable value is valid. Caches the result. */
  isKept(schema: Schema, value: unknown): boolean;
  /** Why no valid value could be made, by schema URI. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface FitOptions {
  /** Text from which what is missing is made: the same text, the same value. */
  readonly seed: string;
  /** Fill in optional properties as well. Default false. */
  readonly optional?: boolean;
  /** Take the schema's examples and defaults first, or its defaults alone. Default true. */
  readonly examples?: boolean | "defaults";
}

const REMEMBERED = 256;

/** Text from which made-up values follow, unless another is given. */
export const DEFAULT_SEED = "onespec";

/** @param seedValue all samples follow from it */
export function createFitting(schemas: SchemaRegistry, seedValue: string): Fitting {
  const unsatisfiable = new Map<string, string>();
  const valid = new RecentCache<object, Schema>(REMEMBERED);
  const isValid = (schema: Schema, value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return schemas.validator(schema, "response").isValid(value);
    if (valid.get(value) === schema) return true;
    if (!schemas.validator(schema, "response").isValid(value)) return false;
    valid.set(value, schema);
    return true;
  };
  const fit: Fitting["fit"] = (schema, base, { seed, optional = false, examples = true }) => {
    if (base !== undefined && schemas.validator(schema, "response").isValid(base)) return base;
    const sample = sampleSchema(schemas, schema, {
      seed: `${seedValue}\n${seed}`,
      view: "response",
      optional,
      examples,
      ...(base === undefined ? {} : { base }),
    });
    if (sample.ok) return sample.value;
    unsatisfiable.set(schema.uri, sample.reason);
    return sample.nearest ?? base ?? null;
  };
  return {
    unsatisfiable,
    isKept: isValid,
    fitKept(schema, base, options) {
      return base !== undefined && isValid(schema, base) ? base : fit(schema, base, options);
    },
    fit,
  };
}
