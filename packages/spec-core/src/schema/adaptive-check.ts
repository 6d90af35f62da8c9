import { decideValue } from "./check-value.js";
import type { CheckedUnit } from "./checked-schema.js";
import { type CompiledSchema, createSchemaCompiler } from "./compile-schema.js";
import { loadAjv } from "./load-ajv.js";
import type { SchemaView } from "./schema-view.js";

/**
 * What a schema may cost by being walked before it is compiled, in steps of the walk. ajv takes 13 ms to load, bundled, and
 * 0.2 ms a property to compile, a step less than 1 µs: most schemas of a description are never used often enough.
 */
const MAX_STEPS = 20_000;
/** What all schemas together may cost before ajv is loaded at all: a start that samples some records can do without. */
const MAX_STEPS_WITHOUT_AJV = 150_000;
/** Steps of all walks between two schemas that are compiled: of one value, many may have become due at once. */
const STEPS_BETWEEN = 20_000;
/** Steps that beginning a walk counts for. */
const START_STEPS = 20;

/** Decides whether values are valid: first by walking the schema, and by compiled code once one is used a lot. */
export function createAdaptiveChecks(view: SchemaView): (unit: CheckedUnit) => CompiledSchema {
  const checks = new Map<CheckedUnit, CompiledSchema>();
  const compiler = createSchemaCompiler(view, checkOf);
  let allSteps = 0;
  let nextCompiling = 0;

  function checkOf(unit: CheckedUnit): CompiledSchema {
    let check = checks.get(unit);
    if (check === undefined) {
      check = createCheck(unit);
      checks.set(unit, check);
    }
    return check;
  }

  function createCheck(unit: CheckedUnit): CompiledSchema {
    let compiled: CompiledSchema | undefined;
    let isReady = false;
    let steps = 0;
    return (value) => {
      if (compiled !== undefined) return compiled(value);
      if (isReady && allSteps >= nextCompiling) {
        nextCompiling = allSteps + STEPS_BETWEEN;
        compiled = compiler.compile(unit);
        return compiled(value);
      }
      const decision = decideValue(view, unit, value, checkOf);
      steps += decision.steps + START_STEPS;
      allSteps += decision.steps + START_STEPS;
      if (steps > MAX_STEPS && allSteps > MAX_STEPS_WITHOUT_AJV) {
        // It is compiled with a later call: that, loading and a walk of many steps would keep others waiting.
        loadAjv();
        isReady = true;
      }
      return decision.isValid;
    };
  }

  return checkOf;
}
