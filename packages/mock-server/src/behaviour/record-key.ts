import { coerceValue } from "@onespec/http-requests";
import type { JsonSchema, RecordPlace, Resource, SchemaRegistry } from "@onespec/spec-core";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { schemaAt } from "../response/schema-at.js";
import type { JsonObject } from "../store/record-store.js";
import type { ScopePattern } from "./resource-state.js";

/** The id that a record holds, as text; `undefined` when it holds none. */
export function keyInRecord(resource: Resource, value: unknown): string | undefined {
  const id = resource.id.property && valueAtPlace(value, resource.id.property);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** `record` with the id that a path names, in the type of the id property. */
export function withKey(schemas: SchemaRegistry, resource: Resource, record: JsonObject, key: string): JsonObject {
  const { property, schema } = resource.id;
  if (!property || keyInRecord(resource, record) === key) return record;
  return withValueAt(record, property, coerceValue(schemas, schema.json, key)) as JsonObject;
}

/** `record` with the properties that repeat the parents in its path. @param values of the parents, outermost first */
export function withParents(
  schemas: SchemaRegistry,
  resource: Resource,
  record: JsonObject,
  values: ScopePattern,
): JsonObject {
  let filled: unknown = record;
  for (const [index, { property }] of resource.parents.entries()) {
    const text = values[index];
    if (!property || text === undefined) continue;
    filled = withValueAt(filled, property, coerceValue(schemas, propertyJson(schemas, resource, property), text));
  }
  return filled as JsonObject;
}

function propertyJson(schemas: SchemaRegistry, resource: Resource, property: RecordPlace): JsonSchema {
  return schemaAt(schemas, resource.schema, property)?.json ?? true;
}

/** `record` without its id, so that one is made. */
export function withoutId({ id: { property } }: Resource, record: JsonObject): JsonObject {
  return property ? (withValueAt(record, property, undefined) as JsonObject) : record;
}
