import type { JsonSchema } from "../../schema/schema.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

/**
 * True if two schemas describe the same records: they are equal, one is an alternative of the other, or they have the
 * same properties and one of them is inline.
 */
export function isSameRecord(reader: SchemaReader, a: JsonSchema, b: JsonSchema): boolean {
  const one = reader.facts(a);
  const other = reader.facts(b);
  if (one.json === other.json) return typeof one.json === "object" && one.properties.size > 0;
  if (one.branches.includes(other.json) || other.branches.includes(one.json)) return true;
  if (!haveSameProperties(one, other) || !mayBeOneType(reader, one, other)) return false;
  // Schemas with different names are different records: all kinds of Kubernetes have the same five properties.
  return nameOf(reader, one) === undefined || nameOf(reader, other) === undefined;
}

/** Like `isSameRecord`, but ignores the names of the schemas. For records that are known to have the same noun. */
export function isSameShape(reader: SchemaReader, a: JsonSchema, b: JsonSchema): boolean {
  return isSameRecord(reader, a, b) || haveSameProperties(reader.facts(a), reader.facts(b));
}

/** The number of properties of `part` that `whole` has, too. */
export function sharedProperties(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): number {
  const { properties } = reader.facts(whole);
  let shared = 0;
  for (const name of reader.facts(part).properties.keys()) if (properties.has(name)) shared += 1;
  return shared;
}

/** True if `whole` has at least three quarters of the properties of `part`, which must have more than one. */
export function hasMost(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): boolean {
  const { size } = reader.facts(part).properties;
  return size > 1 && sharedProperties(reader, part, whole) >= size * 0.75;
}

/** True if a record has all properties of `part`, and both have the same `type`. */
export function isPartOf(reader: SchemaReader, part: JsonSchema, record: JsonSchema): boolean {
  const { properties } = reader.facts(part);
  if (properties.size === 0 || sharedProperties(reader, part, record) < properties.size) return false;
  const [own, whole] = [part, record].map((json) => {
    const [type, ...others] = reader.facts(reader.at(json, ["type"]) ?? true).values ?? [];
    return others.length === 0 ? type : undefined;
  });
  return own !== undefined && own === whole;
}

function haveSameProperties(one: SchemaFacts, other: SchemaFacts): boolean {
  if (one.properties.size < MIN_TELLING || one.properties.size !== other.properties.size) return false;
  for (const name of one.properties.keys()) if (!other.properties.has(name)) return false;
  return true;
}

/** True unless the values of `type` differ. In JSON:API, all resources have the same five members. */
function mayBeOneType(reader: SchemaReader, one: SchemaFacts, other: SchemaFacts): boolean {
  const [own, wanted] = [one, other].map(({ properties }) => {
    const type = properties.get("type");
    return type === undefined ? undefined : reader.facts(type).values;
  });
  return !own || !wanted || own.some((value) => wanted.includes(value));
}

function nameOf({ schemas }: SchemaReader, { json }: SchemaFacts): string | undefined {
  return schemas.schemaOf(json).name;
}

/** With fewer properties, equal names prove nothing: many schemas are `{ id, name }`. */
const MIN_TELLING = 3;
