import {
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type SchemaRegistry,
  spellings,
} from "@onespec/spec-core";
import { itemSchemaOf, schemaAt } from "../response/schema-at.js";

/**
 * Returns the record's properties that the body of an operation declares, for all its media types. They have the names
 * that the record uses.
 * @param place their place in the body, if it is not the one in the operation's role
 */
export function writtenProperties(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
  record: JsonSchema | undefined = operation && "resource" in operation.role
    ? operation.role.resource.schema.json
    : undefined,
  place?: RecordPlace,
): readonly ObjectProperty[] {
  if (!operation) return [];
  const declared = declaredProperties(schemas, operation, place);
  const names = spellings(declared, objectProperties(schemas, record ?? true), { path: operation.path, schemas });
  return names.size === 0
    ? declared
    : declared.map((property) => ({ ...property, name: names.get(property.name) ?? property.name }));
}

export function declaredProperties(
  schemas: SchemaRegistry,
  { role, requestBody }: Operation,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly ObjectProperty[] {
  return sentSchemas(schemas, { role, requestBody }, place).flatMap((json) => [
    ...objectProperties(schemas, json).values(),
  ]);
}

/** The schemas of one record in the body of an operation, one of each media type. */
export function sentSchemas(
  schemas: SchemaRegistry,
  { role, requestBody }: Pick<Operation, "role" | "requestBody">,
  place: RecordPlace = "body" in role ? role.body : [],
): readonly JsonSchema[] {
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const whole = schema && schemaAt(schemas, schema, place);
    const written = whole && "many" in role && role.many ? (itemSchemaOf(schemas, whole) ?? whole) : whole;
    return written ? [written.json] : [];
  });
}
