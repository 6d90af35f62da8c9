import type { JsonSchema } from "../schema/schema.js";
import type { SchemaReader } from "./schema-reader.js";

/** Do two schemas describe the same records? The same schema, or, in a description that repeats itself inline, the same properties. */
export function isSameRecord(reader: SchemaReader, a: JsonSchema, b: JsonSchema): boolean {
  const one = reader.facts(a);
  const other = reader.facts(b);
  if (one.json === other.json) return typeof one.json === "object" && one.properties.size > 0;
  if (one.properties.size < MIN_TELLING || one.properties.size !== other.properties.size) return false;
  for (const name of one.properties.keys()) if (!other.properties.has(name)) return false;
  return true;
}

/** How many of `part`'s properties `whole` has as well. */
export function sharedProperties(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): number {
  const { properties } = reader.facts(whole);
  let shared = 0;
  for (const name of reader.facts(part).properties.keys()) if (properties.has(name)) shared += 1;
  return shared;
}

/** Fewer than this, and equal names prove nothing: half of all schemas are `{ id, name }`. */
const MIN_TELLING = 3;
