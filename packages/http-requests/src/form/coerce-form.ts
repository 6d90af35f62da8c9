import { type SchemaRegistry, type Steps, schemaShape } from "@onespec/spec-core";
import { JsonRefusal } from "../json/json-refusal.js";
import { parseJsonText } from "../json/parse-json-text.js";
import { parseLargeJson } from "../json/parse-large-json.js";
import { LARGE_BODY } from "../large-bodies.js";
import { coerceInSteps } from "../value/coerce-in-steps.js";
import type { WireRules } from "../wire-rules.js";
import type { FormMedia } from "./form-field.js";
import { nestInSteps } from "./nest-by-brackets.js";
import { TypedPart, type WireValue } from "./wire-value.js";

/**
 * The fields of a form as one value, coerced by the schema: brackets say what is nested. Objects and lists may also be sent as JSON
 * text in one field (OpenAPI 3.1, "Special Considerations for multipart Content").
 */
export function* coerceForm(
  schemas: SchemaRegistry,
  { schema }: FormMedia,
  fields: readonly (readonly [string, WireValue])[],
  rules: WireRules,
): Steps<unknown> {
  const shape = schemaShape(schemas, schema?.json ?? true);
  const { properties } = shape;
  // A property whose own name has brackets (`expand[]`) is meant as written.
  const isWhole = (name: string): boolean => name.includes("[") && properties.has(name);
  const nested = yield* nestInSteps(
    fields.filter(([name]) => !isWhole(name)),
    rules.nest,
  );
  const merged = new Map<string, WireValue>(Object.entries(nested));
  const lists = new Map<string, WireValue[]>();
  for (const [name, value] of fields) {
    if (!isWhole(name)) continue;
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  for (const [name, list] of lists) merged.set(name, list);
  yield;
  const raw: [string, WireValue][] = [];
  for (const [name, value] of merged) {
    const property = properties.get(name);
    const types = property && schemaShape(schemas, property.schema).types;
    const isStructured = types && !types.has("string") && (types.has("object") || types.has("array"));
    const isJson = isStructured && typeof value === "string" && /^\s*[[{]/.test(value);
    raw.push([name, isJson ? yield* jsonField(value, rules) : value]);
  }
  yield;
  return yield* coerceInSteps(schemas, shape, Object.fromEntries(raw));
}

/** What a field holds as JSON; what is none stays text, for validation to name. */
export function* jsonField(text: string, { json }: WireRules): Steps<WireValue> {
  try {
    return new TypedPart(text.length > LARGE_BODY ? yield* parseLargeJson(text, json) : parseJsonText(text, json));
  } catch (error) {
    if (error instanceof JsonRefusal) return text;
    throw error;
  }
}
