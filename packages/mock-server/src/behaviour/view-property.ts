import type { RecordPlace, Resource, SchemaRegistry } from "@onespec/spec-core";
import { schemaShape } from "../request/schema-shape.js";

/** The property of a record that a path parameter of this name selects by; case, `_` and `-` do not count. */
export function selectedProperty(
  schemas: SchemaRegistry,
  resource: Resource,
  parameter: string,
): RecordPlace | undefined {
  if (parameter === resource.id.parameter) return resource.id.property;
  const wanted = fold(parameter);
  const names = [...schemaShape(schemas, resource.schema.json).properties.keys()];
  const found = names.find((name) => fold(name) === wanted);
  return found === undefined ? undefined : [found];
}

function fold(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}
