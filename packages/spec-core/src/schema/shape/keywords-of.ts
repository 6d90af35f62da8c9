import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema.js";

/** The keywords of a schema behind its references. Empty for `true`, `false` and a missing schema. */
export function keywordsOf(schemas: SchemaRegistry, json: JsonSchema | undefined): JsonSchemaObject {
  const target = schemas.follow(json ?? true);
  return typeof target === "object" ? target : {};
}
