import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema.js";

/** The keywords of a schema behind its references; none for `true`, `false` and a schema that is missing. */
export function keywordsOf(schemas: SchemaRegistry, json: JsonSchema | undefined): JsonSchemaObject {
  const target = schemas.follow(json ?? true);
  return typeof target === "object" ? target : {};
}
