import type { Steps } from "../in-one-go.js";
import type { Schema, SchemaRegistry } from "./schema.js";
import { stripLargeValue, stripProperties } from "./strip-properties.js";

/**
 * A request body without its readOnly properties, at any depth: a client may send them, and a server ignores them. The same
 * object when there are none. @see OpenAPI 3.0.4, "Schema Object", readOnly
 */
export function withoutReadOnly(value: unknown, schema: Schema, schemas: SchemaRegistry): unknown {
  return stripProperties(schemas, schema.json, value, { flag: "readOnly", view: "request" });
}

/** The same, step by step, for values of any size. */
export function withoutReadOnlyInSteps(value: unknown, schema: Schema, schemas: SchemaRegistry): Steps<unknown> {
  return stripLargeValue(schemas, schema.json, value, { flag: "readOnly", view: "request" });
}
