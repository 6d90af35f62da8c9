import { inOneGo } from "../in-one-go.js";
import { createAdaptiveChecks } from "./adaptive-check.js";
import { explainLargeValue, explainValue } from "./check-value.js";
import { inDataOrder } from "./in-data-order.js";
import { REQUEST_VIEW } from "./request-view.js";
import { RESPONSE_VIEW } from "./response-view.js";
import type { Schema, SchemaRegistry, SchemaValidator, SchemaViolation, View } from "./schema.js";
import { createSchemaView } from "./schema-view.js";

/** The validators of all schemas of a description, each made when first asked for. */
export interface Validators {
  of(schema: Schema, view: View): SchemaValidator;
}

/** Violations that are reported of one value. Who sends more than this needs no longer list. */
const MAX_VIOLATIONS = 100;

const TOO_DEEP: readonly SchemaViolation[] = [
  { path: "", message: "is nested too deeply", keyword: "depth", params: {} },
];

export function createValidators(schemas: SchemaRegistry): Validators {
  const request = createViewValidators(schemas, "request");
  const response = createViewValidators(schemas, "response");
  return { of: (schema, view) => (view === "request" ? request : response)(schema) };
}

function createViewValidators(schemas: SchemaRegistry, name: View): (schema: Schema) => SchemaValidator {
  const view = createSchemaView(schemas, name === "request" ? REQUEST_VIEW : RESPONSE_VIEW);
  const checkOf = createAdaptiveChecks(view);
  const known = new WeakMap<Schema, SchemaValidator>();

  function create(schema: Schema): SchemaValidator {
    const unit = view.unitOf(schema);
    const check = checkOf(unit);
    return {
      isValid: (value) => withinStack(() => check(value), false),
      violations: (value) =>
        withinStack(
          () =>
            check(value) ? [] : inOneGo(inDataOrder(explainValue(view, unit, value, MAX_VIOLATIONS, checkOf), value)),
          TOO_DEEP,
        ),
      *violationSteps(value) {
        try {
          return yield* inDataOrder(yield* explainLargeValue(view, unit, value, MAX_VIOLATIONS, checkOf), value);
        } catch (error) {
          if (error instanceof RangeError) return TOO_DEEP;
          throw error;
        }
      },
    };
  }

  return (schema) => {
    let validator = known.get(schema);
    if (validator === undefined) {
      validator = create(schema);
      known.set(schema, validator);
    }
    return validator;
  };
}

/** A value may be nested deeper than the stack is high, wherever its schema is recursive. */
function withinStack<T>(run: () => T, tooDeep: T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}
