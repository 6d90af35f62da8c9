import {
  type JsonSchema,
  type Operation,
  objectProperties,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { writtenProperties } from "../response/written-properties.js";

/** Names of properties that an operation writes by another schema than the record has them: `labels` sent as names, answered as objects. */
export function differingProperties(
  schemas: SchemaRegistry,
  operation: Operation,
  schema: Schema,
): ReadonlySet<string> {
  const own = new Map<string, JsonSchema>(
    [...objectProperties(schemas, schema.json).values()].map((property) => [
      property.name,
      schemas.follow(property.schema),
    ]),
  );
  return new Set(
    writtenProperties(schemas, operation, schema.json)
      .filter(({ name, schema }) => !isSame(schemas.follow(schema), own.get(name)))
      .map(({ name }) => name),
  );
}

/** The same schema, or another one with the same words. */
function isSame(a: JsonSchema, b: JsonSchema | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
