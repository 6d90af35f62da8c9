import { writtenProperties } from "@onespec/http-contract";
import type { JsonSchema, Operation, Schema, SchemaRegistry } from "@onespec/spec-core";
import { propertiesOf } from "../../model/schema-questions.js";

/**
 * Names of properties whose schema in the request differs from the schema in the record: `labels` are sent as names and answered as
 * objects.
 */
export function differingProperties(
  schemas: SchemaRegistry,
  operation: Operation,
  schema: Schema,
): ReadonlySet<string> {
  const own = new Map<string, JsonSchema>(
    propertiesOf(schemas, schema.json).map((property) => [property.name, schemas.follow(property.schema)]),
  );
  const written = writtenProperties(schemas, operation, schema.json);
  // JSON:API has the fields in `attributes`. Some requests send them without it.
  const holder = written.some(({ name }) => name === ATTRIBUTES) ? undefined : own.get(ATTRIBUTES);
  const inner = new Map(propertiesOf(schemas, holder ?? true).map((one) => [one.name, schemas.follow(one.schema)]));
  return new Set(
    written
      .filter(({ name, schema }) => !isSame(schemas.follow(schema), own.get(name) ?? inner.get(name)))
      .flatMap(({ name }) => (!own.has(name) && inner.has(name) ? [name, ATTRIBUTES] : [name])),
  );
}

const ATTRIBUTES = "attributes";

/** True for the same schema, or one with equal JSON. */
function isSame(a: JsonSchema, b: JsonSchema | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
