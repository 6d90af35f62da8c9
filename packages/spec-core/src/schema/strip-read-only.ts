import type { Schema, SchemaRegistry } from "./schema.js";
import { stripProperties } from "./strip-properties.js";

/**
 * A request body without its readOnly properties, at any depth: a client may send them, and a server ignores them. The same
 * object when there are none. @see OpenAPI 3.0.4, "Schema Object", readOnly
 */
export function withoutReadOnly(value: unknown, schema: Schema, schemas: SchemaRegistry): unknown {
  return stripProperties(schemas, schema.json, value, { flag: "readOnly", view: "request" });
}
