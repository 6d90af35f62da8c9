import { RecentCache, type Schema, type SchemaRegistry, sampleSchema } from "@onespec/spec-core";

/** Generates values that are valid in answers. */
export interface Fitting {
  /**
   * Returns `base` if it is valid. Otherwise returns a valid value that keeps as much of `base` as possible. If no
   * value is valid, returns the nearest one, `base` or null, and adds the schema to `unsatisfiable`.
   */
  fit(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** Like `fit`, but remembers valid values. Use it for values that never change in place, such as records. */
  fitKept(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** True if the value is valid. Remembers the result, so the value must not change in place. */
  isKept(schema: Schema, value: unknown): boolean;
  /** Reasons why a schema has no valid value, by schema URI. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface FitOptions {
  /** Seed of generated parts: the same text gives the same value. */
  readonly seed: string;
  /** Fills in optional properties too. Default false. */
  readonly optional?: boolean;
  /** Prefers the schema's examples and defaults, or its defaults only. Default true. */
  readonly examples?: boolean | "defaults";
}

const REMEMBERED = 256;

/** Default seed of generated values. */
export const DEFAULT_SEED = "onespec";

/** @param seedValue seed of all generated values */
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
