import { type ObjectProperty, type Operation, objectProperties, type SchemaRegistry } from "@onespec/spec-core";
import { schemaAt } from "./schema-at.js";

/** The properties of a record that the body of an operation declares, for every media type that it takes. */
export function writtenProperties(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
): readonly ObjectProperty[] {
  if (!operation) return [];
  const { role, requestBody } = operation;
  const place = "body" in role ? role.body : [];
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const written = schema && schemaAt(schemas, schema, place);
    return written ? [...objectProperties(schemas, written.json).values()] : [];
  });
}
