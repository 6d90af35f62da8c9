import type { JsonSchema } from "../../schema/schema.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

/**
 * True if two schemas describe the same records: they are equal, one is an alternative of the other, or, for inline copies, they have
 * the same properties.
 */
export function isSameRecord(reader: SchemaReader, a: JsonSchema, b: JsonSchema): boolean {
  const one = reader.facts(a);
  const other = reader.facts(b);
  if (one.json === other.json) return typeof one.json === "object" && one.properties.size > 0;
  if (one.branches.includes(other.json) || other.branches.includes(one.json)) return true;
  if (!haveSameProperties(one, other) || !mayBeOneType(reader, one, other)) return false;
  // Two names mean two things: all of Kubernetes' kinds have the same five properties.
  return nameOf(reader, one) === undefined || nameOf(reader, other) === undefined;
}

/** As `isSameRecord`, but whatever the schemas are called: for what is known to go by the same noun. */
export function isSameShape(reader: SchemaReader, a: JsonSchema, b: JsonSchema): boolean {
  return isSameRecord(reader, a, b) || haveSameProperties(reader.facts(a), reader.facts(b));
}

/** How many of `part`'s properties `whole` has as well. */
export function sharedProperties(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): number {
  const { properties } = reader.facts(whole);
  let shared = 0;
  for (const name of reader.facts(part).properties.keys()) if (properties.has(name)) shared += 1;
  return shared;
}

/** True if `whole` has most properties of `part`, which has more than one. */
export function hasMost(reader: SchemaReader, part: JsonSchema, whole: JsonSchema): boolean {
  const { size } = reader.facts(part).properties;
  return size > 1 && sharedProperties(reader, part, whole) >= size * 0.75;
}

/** True if a record has all properties of another value and the same `type`. */
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

/** True if no `type` distinguishes them. Resources of JSON:API have the same five members. */
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

/** Fewer than this, and equal names prove nothing: half of all schemas are `{ id, name }`. */
const MIN_TELLING = 3;
