import type { Schema, SchemaRegistry } from "./schema.js";
import { stripProperties } from "./strip-properties.js";

/**
 * A response body without its writeOnly properties, at any depth: they are taken, never shown. The same object when there
 * are none. @see OpenAPI 3.0.4, "Schema Object", writeOnly
 */
export function withoutWriteOnly(value: unknown, schema: Schema, schemas: SchemaRegistry): unknown {
  return stripProperties(schemas, schema.json, value, { flag: "writeOnly", view: "response" });
}
