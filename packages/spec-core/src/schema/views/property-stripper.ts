import { isObject } from "../../json/is-object.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "../schema.js";
import { objectProperties } from "../shape/object-properties.js";
import type { PropertyFlag } from "../shape/schema-flags.js";
import { type SubtypeIndex, subtypesOf } from "../shape/subtypes.js";
import { stripProperties } from "./strip-properties.js";

/** Returns a copy of a value without its flagged properties, or the value itself if it has none. */
export type Stripper = (value: unknown) => unknown;

/**
 * Maximum number of searched schemas. If there are more, one is assumed to have the flag. This only costs a walk over
 * each value.
 */
const SEARCH_LIMIT = 300;

/**
 * Creates a function that removes the flagged properties from values of one schema. `undefined` if the schema flags
 * none. Most schemas only flag properties at the top. This walks over the schema, so do it once.
 * @param isOfAll true to remove what any alternative flags, whichever alternative the value satisfies
 */
export function propertyStripper(
  schemas: SchemaRegistry,
  schema: Schema,
  flag: PropertyFlag,
  isOfAll: boolean = false,
): Stripper | undefined {
  const root = schemas.follow(schema.json);
  if (typeof root === "boolean") return undefined;
  const properties = [...objectProperties(schemas, root).values()];
  const flagged = new Set(properties.filter((property) => property[flag]).map(({ name }) => name));
  const below = flagsBelow(schemas, root, flag, flagged);
  if (flagged.size === 0 && !below) return undefined;
  if (!below && !root.oneOf && !root.anyOf && root.items === undefined) return (value) => withoutNames(value, flagged);
  const rules = { flag, view: flag === "readOnly" ? "request" : "response", isOfAll } as const;
  return (value) => stripProperties(schemas, schema.json, value, rules);
}

function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value;
  for (const name of names) {
    if (Object.hasOwn(value, name)) return Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key)));
  }
  return value;
}

/** True if any property is flagged, except the known ones of the root. */
function flagsBelow(
  schemas: SchemaRegistry,
  root: JsonSchemaObject,
  flag: PropertyFlag,
  known: ReadonlySet<string>,
): boolean {
  const seen = new Set<JsonSchema>();
  const subtypes = subtypesOf(schemas);
  const queue: JsonSchema[] = inside(schemas, subtypes, root, known);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const json = schemas.follow(next);
    if (typeof json === "boolean" || seen.has(json)) continue;
    seen.add(json);
    if (seen.size > SEARCH_LIMIT) return true;
    for (const property of objectProperties(schemas, json).values()) if (property[flag]) return true;
    queue.push(...inside(schemas, subtypes, json, NONE));
  }
  return false;
}

const NONE: ReadonlySet<string> = new Set();

/** The schemas of a value's members, in all parts and branches of its schema and in its subtypes. */
function inside(
  schemas: SchemaRegistry,
  subtypes: SubtypeIndex,
  root: JsonSchemaObject,
  known: ReadonlySet<string>,
): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const { name, schema } of objectProperties(schemas, root).values()) if (!known.has(name)) found.push(schema);
  const parts = new Set<JsonSchema>([root]);
  for (const part of parts) {
    const json = schemas.follow(part);
    if (typeof json === "boolean") continue;
    for (const inner of [json.items, json.additionalProperties]) if (inner !== undefined) found.push(inner);
    found.push(...(json.prefixItems ?? []));
    found.push(...[...(subtypes.of(json)?.byTag.values() ?? [])].map((subtype) => subtype.json));
    for (const applied of [json.allOf, json.anyOf, json.oneOf]) for (const each of applied ?? []) parts.add(each);
  }
  return found;
}
