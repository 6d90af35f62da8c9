import { coerceValue } from "@onespec/http-requests";
import {
  findIdPlace,
  objectProperties,
  propertyStripper,
  type Resource,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { valueAtPlace, withValueAt } from "./place-value.js";
import { schemaAt } from "./schema-at.js";
import { writtenProperties } from "./written-properties.js";

/** What of a record an answer may show. */
export type ShownRecord = (record: StoredRecord) => JsonObject;

/**
 * Leaves out what is writeOnly, and what requests declare and the answer does not, such as a password. Adds the id where
 * the record does not hold it and the answer does.
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
      // What is writeOnly in the request alone, and declared in the answer, is answered: Jira's priorities.
      .filter(({ name, writeOnly }) => !answered.has(name) && (writeOnly || answered.size > 0))
      .map(({ name }) => name),
  );
  const strip = propertyStripper(schemas, answers, "writeOnly");
  const addId = idWriter(schemas, resource, answers);
  return ({ value, key }) => {
    const stripped = strip ? (strip(value) as JsonObject) : value;
    const hasHidden = hidden.size > 0 && Object.keys(stripped).some((name) => hidden.has(name));
    const shown = hasHidden
      ? Object.fromEntries(Object.entries(stripped).filter(([name]) => !hidden.has(name)))
      : stripped;
    return addId ? addId(shown, key) : shown;
  };
}

/** Puts the id where the answer tells it and the record does not hold it. */
function idWriter(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema,
): ((shown: JsonObject, key: string) => JsonObject) | undefined {
  const { property } = resource.id;
  const place = findIdPlace(schemas, resource, schema.json);
  const json = place && schemaAt(schemas, schema, place);
  if (!place || !json || place === property) return undefined;
  const test = schemas.validator(json, "response");
  return (shown, key) => {
    // What goes by another id as well has said what that is.
    if (property && valueAtPlace(shown, place) !== undefined) return shown;
    const id = coerceValue(schemas, json.json, key);
    return test.isValid(id) ? (withValueAt(shown, place, id) as JsonObject) : shown;
  };
}
