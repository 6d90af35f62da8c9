import { objectProperties, type Resource, type Schema, type SchemaRegistry } from "@onespec/spec-core";
import { coerceValue } from "../request/coerce-value.js";
import { propertyStripper } from "../request/property-stripper.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
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
      .filter(({ name, writeOnly }) => writeOnly || (answered.size > 0 && !answered.has(name)))
      .map(({ name }) => name),
  );
  const strip = propertyStripper(schemas, answers, "writeOnly");
  const idName = resource.id.property ? undefined : answeredId(resource, [...answered.keys()]);
  const idJson = (idName === undefined ? undefined : answered.get(idName)?.schema) ?? true;
  return ({ value, key }) => {
    const stripped = strip ? (strip(value) as JsonObject) : value;
    const hasHidden = hidden.size > 0 && Object.keys(stripped).some((name) => hidden.has(name));
    const shown = hasHidden
      ? Object.fromEntries(Object.entries(stripped).filter(([name]) => !hidden.has(name)))
      : stripped;
    if (idName === undefined) return shown;
    const id = coerceValue(schemas, idJson, key);
    return schemas.validator(schemas.schemaOf(idJson), "response").isValid(id) ? { ...shown, [idName]: id } : shown;
  };
}

/** The property in which an answer tells the record's id: that of the id itself, else one named like the path parameter, else `id`. */
export function answeredId({ id }: Resource, names: readonly string[]): string | undefined {
  const [own] = id.property?.length === 1 ? id.property : [];
  if (own !== undefined && names.includes(own)) return own;
  const wanted = fold(id.parameter ?? "");
  const named = wanted === "" ? undefined : names.find((candidate) => fold(candidate) === wanted);
  return named ?? (id.property === undefined ? names.find((candidate) => candidate === "id") : undefined);
}

function fold(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
