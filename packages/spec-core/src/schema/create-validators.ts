import { getOrMake } from "../lazy/get-or-make.js";
import { MOST_ERRORS, SchemaCompiler } from "./compile-schema.js";
import { knownFormats } from "./formats.js";
import type { Schema, SchemaRegistry, SchemaValidator, SchemaViolation, View } from "./schema.js";
import { createSchemaView, REQUEST_VIEW, RESPONSE_VIEW } from "./schema-view.js";
import { toViolations } from "./to-violations.js";

/** The validators of all schemas of a description, each made when first asked for. */
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
    made ??= new SchemaCompiler(view, formats());
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
          // Unknown properties of one object are no list that ajv could leave early.
          return toViolations(errors.slice(0, 2 * MOST_ERRORS), value, (key) => view.unit(key).name);
        }, TOO_DEEP),
    };
  }

  return (schema) => {
    return getOrMake(known, schema, () => create(schema));
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
