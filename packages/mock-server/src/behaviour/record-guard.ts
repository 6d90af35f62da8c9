import {
  type JsonSchema,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { RequestViolation } from "../errors/problem.js";
import { writtenProperties } from "../response/written-properties.js";

/**
 * What a change would break: violations of the record's schema that the record before did not have. Where the request
 * describes a property by another schema than the record does (`labels` sent as names, answered as objects), the request's
 * schema has already had its say.
 */
export type RecordGuard = (before: unknown, after: unknown) => readonly RequestViolation[];

export function createRecordGuard(schemas: SchemaRegistry, operation: Operation, resource: Resource): RecordGuard {
  const validator = schemas.validator(resource.schema, "response");
  const recordProperties = new Map(schemaProperties(schemas, resource));
  const otherwise = new Set(
    writtenProperties(schemas, operation)
      .filter(({ name, schema }) => !isSame(schemas.follow(schema), recordProperties.get(name)))
      .map(({ name }) => name),
  );
  return (before, after) => {
    if (validator.isValid(after)) return [];
    const known = new Set(validator.violations(before).map(identity));
    return validator
      .violations(after)
      .filter((violation) => !known.has(identity(violation)))
      .filter(({ path, keyword }) => ABSENCE.has(keyword) || !otherwise.has(path.split("/")[1] ?? ""))
      .map((violation) => ({ ...violation, in: "body" }));
  };
}

/** Keywords about what is not there: no other schema for the same property excuses them. */
const ABSENCE = new Set(["required", "dependentRequired", "minProperties"]);

/** The same schema, or another one with the same words. */
function isSame(a: JsonSchema, b: JsonSchema | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function identity({ path, keyword }: { readonly path: string; readonly keyword: string }): string {
  return `${keyword} ${path}`;
}

function schemaProperties(schemas: SchemaRegistry, { schema }: Resource): [string, JsonSchema][] {
  return [...objectProperties(schemas, schema.json).values()].map((property) => [
    property.name,
    schemas.follow(property.schema),
  ]);
}
