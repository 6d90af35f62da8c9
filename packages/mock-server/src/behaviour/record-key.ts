import { coerceValue, type Problem, schemaAt } from "@onespec/http-contract";
import {
  type JsonSchema,
  percentEncode,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { ScopePattern } from "../model/resource-states.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import type { JsonObject } from "../store/record-store.js";

/** The id that a record holds, as text; `undefined` when it holds none. */
export function keyInRecord(resource: Resource, value: unknown): string | undefined {
  const id = resource.id.property && valueAtPlace(value, resource.id.property);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** True if the path parameter allows the id; the examples of records and paths do not always agree. */
export function isReachable(schemas: SchemaRegistry, { id: { parameterSchema } }: Resource, key: string): boolean {
  if (!parameterSchema) return true;
  return schemas.validator(parameterSchema, "request").isValid(coerceValue(schemas, parameterSchema.json, key));
}

/** True for ids that clients remove from a path before they send it (RFC 3986, section 5.2.4). */
export function isDotSegment(key: string): boolean {
  return key === "." || key === "..";
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
  for (const [index, { property, kind }] of resource.parents.entries()) {
    const text = values[index];
    if (!property || text === undefined) continue;
    filled = withValueAt(filled, property, coerceValue(schemas, propertyJson(schemas, resource, property), text));
    if (kind) filled = withValueAt(filled, kind.property, kind.value);
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

/** Clients take at most 16 KB of headers. */
const LONGEST_PATH = 4_000;

/**
 * Makes the paths of a resource's records; `undefined` if records have none. A path that is too long for a header, or that would name
 * another record, is `undefined`.
 * Takes the values of the resource's parents, outermost first, and the record's id.
 */
export function recordPathMaker({
  itemPath,
}: Resource): ((parents: ScopePattern, key: string) => string | undefined) | undefined {
  if (itemPath === undefined) return undefined;
  const literals = itemPath.split(/\{[^{}]*\}/);
  return (parents, key) => {
    if (!key.isWellFormed()) return undefined;
    let path = literals[0] ?? "";
    for (let index = 1; index < literals.length; index++) {
      const value = index <= parents.length ? parents[index - 1] : key;
      path += percentEncode(value ?? "") + literals[index];
    }
    return path.length <= LONGEST_PATH ? path : undefined;
  };
}

/** The problem of a record whose id another one has. */
export function duplicateKey({ name, id }: Resource, key: string): Problem {
  const message = `${name} already has a record ${JSON.stringify(key)}`;
  return {
    status: 409,
    code: "duplicate-id",
    message: "Already exists",
    details: [{ in: "body", path: `/${(id.property ?? []).join("/")}`, message }],
  };
}
