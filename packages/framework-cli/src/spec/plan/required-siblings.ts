import { isDeepStrictEqual } from "node:util";
import {
  objectProperties,
  type Schema,
  type SchemaRegistry,
  sampleSchema,
  unwrapSchema,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { isJsonObject } from "../../services/nested-members.js";

/**
 * Generates the parts of an answer that its schema requires in addition to the service's values. Returns a value of the
 * schema without the given places. Empty if nothing else is required.
 */
export function requiredSiblings(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  places: readonly (readonly string[])[],
): unknown {
  if (schema === undefined) return {};
  // The objects around the places must exist, with everything that they require.
  const base = places.reduce<unknown>((value, place) => {
    const holder = place.slice(0, -1);
    return holder.length === 0 || valueAtPlace(value, holder) !== undefined ? value : withValueAt(value, holder, {});
  }, {});
  const sample = sampleSchema(schemas, schema, { seed: "around", view: "response", optional: false, base });
  if (!sample.ok || typeof sample.value !== "object" || sample.value === null) return {};
  return places.reduce((value, place) => without(value, place), sample.value as unknown);
}

/** A whole answer of the schema's required parts. */
export function sampleAnswer(schemas: SchemaRegistry, schema: Schema | undefined): unknown {
  if (schema === undefined) return undefined;
  const sample = sampleSchema(schemas, schema, { seed: "answer", view: "response", optional: false });
  return sample.ok ? sample.value : undefined;
}

/** Whether a member takes numbers as text, and how it shows a missing value. */
export function nullability(
  schemas: SchemaRegistry,
  holder: Schema | undefined,
  name: string,
): { readonly asText: boolean; readonly empty: "absent" | "null" | "text" } {
  const property = holder && objectProperties(schemas, holder.json).get(name);
  if (property === undefined) return { asText: false, empty: "absent" };
  const validator = schemas.validator(schemas.schemaOf(property.schema), "response");
  const json = unwrapSchema(schemas, property.schema);
  const types = typeof json === "object" && json.type !== undefined ? [json.type].flat() : [];
  const asText = types.includes("string") && !types.includes("integer") && !types.includes("number");
  return {
    asText,
    empty: validator.isValid(null) ? "null" : property.required ? (asText ? "text" : "null") : "absent",
  };
}

function without(value: unknown, place: readonly string[]): unknown {
  const [name, ...rest] = place;
  if (name === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0 || inner === undefined) return others;
  return { ...others, [name]: without(inner, rest) };
}

/**
 * True if a record cannot match both schemas: `{ type: "conversation" }`, and `{ type: "user_message" }` in another
 * answer. This is tested with a sample: a record of the first schema is adapted to the second, and plain values differ.
 */
export function contradicts(schemas: SchemaRegistry, records: Schema, answer: Schema): boolean {
  if (records.uri === answer.uri) return false;
  const options = { seed: "record", view: "response", examples: false } as const;
  const record = sampleSchema(schemas, records, options);
  if (!record.ok || !isJsonObject(record.value)) return false;
  const shown = sampleSchema(schemas, answer, { ...options, optional: false, base: record.value });
  if (!shown.ok || !isJsonObject(shown.value)) return false;
  const { value } = shown;
  return Object.entries(record.value).some(([name, one]) => Object.hasOwn(value, name) && differs(one, value[name]));
}

/**
 * True if plain values differ, or one value is a list and the other an object. Of lists, only the first items are
 * compared.
 */
function differs(one: unknown, other: unknown): boolean {
  if (isPlain(one) || isPlain(other)) return !isDeepStrictEqual(one, other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length > 0 && other.length > 0 && isPlain(one[0]) !== isPlain(other[0]);
  return Array.isArray(one) !== Array.isArray(other);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
