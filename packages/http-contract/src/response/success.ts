import {
  foldName,
  isObject,
  type JsonObject,
  type JsonSchema,
  objectProperties,
  type Schema,
  type SchemaRegistry,
  sampleSchema,
  schemaShape,
} from "@onespec/spec-core";
import { itemSchemaOf } from "./schema-at.js";

/**
 * Changes an answer so that it reports success. Booleans such as `success` become true, an `errorCode` becomes 0, and
 * an enumerated `status` becomes its final member. Includes nested objects and the items of lists.
 * @param isKept properties that stay unchanged
 * @param isDone the value of a boolean that is the only property of its object, such as `liked`. `deleted` always
 * becomes true.
 */
export function succeeded(
  schemas: SchemaRegistry,
  schema: Schema,
  value: unknown,
  isKept: (name: string) => boolean,
  isDone?: boolean,
): unknown {
  const items = Array.isArray(value) ? itemSchemaOf(schemas, schema) : undefined;
  if (items && Array.isArray(value)) return value.map((one) => succeeded(schemas, items, one, isKept, isDone));
  if (!isObject(value)) return value;
  const result = withSuccess(schema, value, 0);
  const base = Object.fromEntries(Object.entries(result).filter(([name, one]) => one !== value[name]));
  if (Object.keys(base).length === 0) return result;
  const { isValid } = schemas.validator(schema, "response");
  if (isValid(result) || !isValid(value)) return result;
  // The alternative of the value reports a failure.
  const sample = sampleSchema(schemas, schema, { view: "response", seed: JSON.stringify(value), base });
  return sample.ok ? sample.value : value;

  function withSuccess(holder: Schema, current: JsonObject, depth: number): JsonObject {
    const found: Record<string, unknown> = {};
    const properties = objectProperties(schemas, holder.json);
    const isAlone = properties.size === 1;
    for (const { name, schema: json } of properties.values()) {
      if (isKept(name)) continue;
      const { types, values } = schemaShape(schemas, json);
      // `{ "status": true, "message": "Plan updated" }`
      const isStatus = name === "status" && properties.has("message");
      const told = isStatus || isTold(foldName(name), isAlone);
      const held = current[name] ?? (told && depth === 0 && types.has("boolean") ? told : undefined);
      if (typeof held === "boolean" && types.has("boolean")) found[name] = told ?? held;
      else if (typeof held === "number" && ERRORS.test(foldName(name)) && isNone(json)) found[name] = 0;
      else if (typeof held === "string" && /^(?:status|state)$/i.test(name)) found[name] = endOf(values) ?? held;
      else if (isObject(held) && depth === 0) found[name] = withSuccess(schemas.schemaOf(json), held, depth + 1);
    }
    return { ...current, ...found };
  }

  function isTold(folded: string, isAlone: boolean): boolean | undefined {
    if (SUCCESS.test(folded)) return true;
    if (!isAlone) return undefined;
    return folded === "data" || REMOVED.test(folded) || isDone;
  }

  function isNone(json: JsonSchema): boolean {
    return schemas.validator(schemas.schemaOf(json), "response").isValid(0);
  }
}

function endOf(values: readonly unknown[]): unknown {
  const members = values.filter((value) => typeof value === "string");
  return DONE.map((word) => members.find((value) => foldName(value) === word)).find(Boolean);
}

const SUCCESS = /^(?:is)?(?:success|successful|succeeded|ok|acknowledged|result|valid)$/;
/** A flag for a removed record. @see foldName */
export const REMOVED: RegExp = /^(?:is|was)?(?:deleted|removed|destroyed)$/;
/** An error code or a number of errors. */
const ERRORS = /^(?:error(?:code|number|count)|errno|(?:num|number)?(?:of)?errors)$/;
const DONE = ["success", "succeeded", "completed", "complete", "ok", "accept", "accepted"];
