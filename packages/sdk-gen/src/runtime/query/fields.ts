import type { Place } from "../resource-spec.js";
import type { SchemaData, SchemaObject } from "../schema-data.js";
import { targetOf } from "../validate/reached-from.js";
import { partsOf } from "../validate/types-of.js";

/** The properties of a schema, its parts and branches. Empty if the schema names none, so that any may exist. */
export function fieldsOf(schema: SchemaData): ReadonlyMap<string, SchemaData> {
  // The first declaration of a name wins.
  return new Map([...within(schema)].reverse().flatMap(({ properties = {} }) => Object.entries(properties)));
}

/** The schema at a path, also inside arrays; `undefined` if there is no such field, `true` if any value is allowed. */
export function fieldAt(schema: SchemaData | undefined, [name, ...rest]: Place): SchemaData | undefined {
  if (name === undefined || schema === undefined) return schema;
  const fields = fieldsOf(schema);
  const target = targetOf(schema);
  const { type = "object", items, additionalProperties: further } = typeof target === "object" ? target : {};
  let field = fields.get(name);
  // Beyond the declared properties there are more only where the description says so.
  if (fields.size > 0) field ??= further || undefined;
  else if (items !== undefined) field = fieldAt(items, [name]);
  else if (target && further !== false && [type].flat().includes("object")) field = true;
  return fieldAt(field, rest);
}

/** The format of a schema or of one of its parts. */
export function formatOf(schema: SchemaData): SchemaObject["format"] {
  return [...within(schema)].find(({ format }) => format)?.format;
}

/** The schema with its parts and branches, recursively. */
function within(schema: SchemaData, found: Set<SchemaObject> = new Set()): ReadonlySet<SchemaObject> {
  const target = targetOf(schema);
  if (typeof target === "object" && !found.has(target)) {
    found.add(target);
    for (const part of partsOf(target)) within(part, found);
  }
  return found;
}
