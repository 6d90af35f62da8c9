import { isDeepStrictEqual } from "node:util";
import { type Schema, type SchemaRegistry, sampleSchema } from "@onespec/spec-core";
import { isObject } from "../../contract/places.js";

/**
 * Can a record not be both? `{ type: "conversation" }` where another answer says `{ type: "user_message" }`. Told by an example: a
 * record of the first schema, made to fit the second, has other plain values.
 */
export function contradicts(schemas: SchemaRegistry, records: Schema, answer: Schema): boolean {
  if (records.uri === answer.uri) return false;
  const options = { seed: "record", view: "response", examples: false } as const;
  const record = sampleSchema(schemas, records, options);
  if (!record.ok || !isObject(record.value)) return false;
  const shown = sampleSchema(schemas, answer, { ...options, optional: false, base: record.value });
  if (!shown.ok || !isObject(shown.value)) return false;
  const { value } = shown;
  return Object.entries(record.value).some(
    ([name, one]) =>
      Object.hasOwn(value, name) && (isPlain(one) || isPlain(value[name])) && !isDeepStrictEqual(one, value[name]),
  );
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
