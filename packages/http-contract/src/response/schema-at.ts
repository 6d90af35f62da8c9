import {
  type ObjectProperty,
  type RecordPlace,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";

/** The schema of the property at a place, through references and combined schemas; `undefined` if none declares it. */
export function schemaAt(schemas: SchemaRegistry, schema: Schema, place: RecordPlace): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const name of place) {
    const property: ObjectProperty | undefined = current && schemaShape(schemas, current.json).properties.get(name);
    current = property && schemas.schemaOf(property.schema);
  }
  return current;
}

/** The schema of an array's items. */
export function itemSchemaOf(schemas: SchemaRegistry, schema: Schema): Schema | undefined {
  const { items } = schemaShape(schemas, schema.json);
  return items === undefined ? undefined : schemas.schemaOf(items);
}
