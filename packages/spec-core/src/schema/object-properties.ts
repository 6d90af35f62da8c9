import type { JsonSchema, SchemaRegistry } from "./schema.js";

/** A property that a value of the schema may have. */
export interface ObjectProperty {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/**
 * The properties an object schema declares: its own, those of every `allOf` part, and, as optional ones, those of each
 * `oneOf` and `anyOf` branch. Schemas that contain themselves are visited once.
 */
export function objectProperties(schemas: SchemaRegistry, schema: JsonSchema): ReadonlyMap<string, ObjectProperty> {
  const found = new Map<string, ObjectProperty>();
  collect(schemas, schema, true, found, new Set());
  return found;
}

function collect(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  certain: boolean,
  found: Map<string, ObjectProperty>,
  seen: Set<JsonSchema>,
): void {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || seen.has(target)) return;
  seen.add(target);
  const required = new Set(certain ? target.required : []);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    const before = found.get(name);
    const flags = schemas.follow(property);
    const { readOnly = false, writeOnly = false } = typeof flags === "boolean" ? {} : flags;
    found.set(name, {
      name,
      schema: before?.schema ?? property,
      required: before?.required === true || required.has(name),
      readOnly: before?.readOnly === true || readOnly,
      writeOnly: before?.writeOnly === true || writeOnly,
    });
  }
  for (const part of target.allOf ?? []) collect(schemas, part, certain, found, seen);
  for (const branch of [...(target.oneOf ?? []), ...(target.anyOf ?? [])]) collect(schemas, branch, false, found, seen);
  for (const name of required) {
    const property = found.get(name);
    if (property && !property.required) found.set(name, { ...property, required: true });
  }
}
