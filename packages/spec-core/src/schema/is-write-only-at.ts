import { type ObjectProperty, objectProperties } from "./object-properties.js";
import type { JsonSchema, SchemaRegistry } from "./schema.js";

/** Is the property at a place writeOnly, or in one that is? Names lead from the outside in, through objects alone. */
export function isWriteOnlyAt(schemas: SchemaRegistry, schema: JsonSchema, place: readonly string[]): boolean {
  let current: JsonSchema | undefined = schema;
  for (const name of place) {
    const property: ObjectProperty | undefined =
      current === undefined ? undefined : objectProperties(schemas, current).get(name);
    if (property?.writeOnly) return true;
    current = property?.schema;
  }
  return false;
}
