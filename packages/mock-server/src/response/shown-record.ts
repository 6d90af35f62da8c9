import { objectProperties, type Resource, type Schema, type SchemaRegistry } from "@onespec/spec-core";
import { propertyStripper } from "../request/property-stripper.js";
import type { JsonObject } from "../store/record-store.js";
import { writtenProperties } from "./written-properties.js";

/** What of a record an answer may show. */
export type ShownRecord = (value: JsonObject) => JsonObject;

/**
 * Leaves out what is writeOnly, and what requests declare and the answer does not, such as a password.
 * @param schema what the answer says of the record; `undefined`: the resource's own schema
 */
export function createShownRecord(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
): ShownRecord {
  const answers = schema ?? resource.schema;
  const answered = objectProperties(schemas, answers.json);
  const { create, replace, update } = resource.roles;
  const hidden = new Set(
    [create, replace, update]
      .flatMap((operation) => writtenProperties(schemas, operation))
      .filter(({ name, writeOnly }) => writeOnly || (answered.size > 0 && !answered.has(name)))
      .map(({ name }) => name),
  );
  const strip = propertyStripper(schemas, answers, "writeOnly");
  return (value) => {
    const stripped = strip ? (strip(value) as JsonObject) : value;
    if (hidden.size === 0 || !Object.keys(stripped).some((name) => hidden.has(name))) return stripped;
    return Object.fromEntries(Object.entries(stripped).filter(([name]) => !hidden.has(name)));
  };
}
