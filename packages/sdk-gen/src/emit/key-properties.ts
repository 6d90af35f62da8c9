import type { ApiDescription, JsonSchema, SchemaRegistry } from "@onespec/spec-core";

const known = new WeakMap<ApiDescription, ReadonlySet<JsonSchema>>();

/**
 * The schemas of the properties that identify a record in its path: `id` of `Book` for `/books/{bookId}`. Answers
 * always contain them, even if the schema does not require them.
 */
export function keyProperties(api: ApiDescription): ReadonlySet<JsonSchema> {
  const present = known.get(api);
  if (present) return present;
  const found = new Set<JsonSchema>();
  for (const { id, schema } of api.resources) {
    const [name, ...deeper] = id.property ?? [];
    if (name !== undefined && deeper.length === 0) collect(api.schemas, schema.json, name, found, 0);
  }
  known.set(api, found);
  return found;
}

function collect(schemas: SchemaRegistry, json: JsonSchema, name: string, found: Set<JsonSchema>, depth: number): void {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > 8) return;
  const property = target.properties?.[name];
  if (property !== undefined && typeof property !== "boolean") found.add(property);
  for (const part of target.allOf ?? []) collect(schemas, part, name, found, depth + 1);
}
