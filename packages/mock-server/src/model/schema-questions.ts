import { type JsonSchema, type ObjectProperty, objectProperties, type SchemaRegistry } from "@onespec/spec-core";

/** The properties of the objects that a schema allows, in its order. */
export function propertiesOf(schemas: SchemaRegistry, json: JsonSchema): readonly ObjectProperty[] {
  return [...objectProperties(schemas, json).values()];
}

/** True if answers may contain the value at a place with this schema. */
export function allows(schemas: SchemaRegistry, json: JsonSchema, value: unknown): boolean {
  return schemas.validator(schemas.schemaOf(json), "response").isValid(value);
}
