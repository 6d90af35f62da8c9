import { writtenProperties } from "@onespec/http-contract";
import type { JsonSchema, Operation, Schema, SchemaRegistry } from "@onespec/spec-core";
import { propertiesOf } from "../../model/schema-questions.js";

/** Names of properties that an operation writes by another schema than the record has them: `labels` sent as names, answered as objects. */
export function differingProperties(
  schemas: SchemaRegistry,
  operation: Operation,
  schema: Schema,
): ReadonlySet<string> {
  const own = new Map<string, JsonSchema>(
    propertiesOf(schemas, schema.json).map((property) => [property.name, schemas.follow(property.schema)]),
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
