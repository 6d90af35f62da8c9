import type { Resource } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { recordSeed } from "../../response/record-answer.js";
import type { JsonObject, RecordQuery, StoredRecord } from "../../store/record-store.js";

/** The values of required properties that a record lacks, because it was stored with an older description. */
export interface RequiredValues {
  /** Adds the missing values to the fields of a record. */
  fill(fields: JsonObject, record: StoredRecord): JsonObject;
  /** Stores the missing values in all records, if the list filters or sorts by them. It must compare the values that it shows. */
  fillAskedBy(query: RecordQuery): Promise<void> | undefined;
}

export function createRequiredValues(
  { schemas, fitting, states }: Pick<MockContext, "schemas" | "fitting" | "states">,
  resource: Resource,
): RequiredValues {
  const properties = propertiesOf(schemas, resource.schema.json);
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const fill: RequiredValues["fill"] = (fields, record) => {
    if (required.every((name) => Object.hasOwn(fields, name))) return fields;
    const shown = fitting.fitKept(resource.schema, fields, { seed: recordSeed(resource, record) });
    const missing = required.filter((name) => !Object.hasOwn(fields, name) && Object.hasOwn(Object(shown), name));
    return { ...fields, ...Object.fromEntries(missing.map((name) => [name, (shown as JsonObject)[name]])) };
  };

  /** The required properties that stored records may lack. New records always have them. */
  const incomplete = new Set(required);
  const completed = async (names: readonly string[]): Promise<void> => {
    const { collection } = states.of(resource);
    for (const name of names) {
      const { records } = await collection.list({ where: [{ property: [name], operator: "exists", value: false }] });
      for (const { scope, key, value } of records)
        if (!Object.hasOwn(value, name)) await collection.update(scope, key, (current) => fill(current.value, current));
      incomplete.delete(name);
    }
  };
  return {
    fill,
    fillAskedBy({ where = [], sort = [] }) {
      const isAsked = (name: string): boolean =>
        where.some(({ property }) => property[0] === name) || sort.some(({ property }) => property[0] === name);
      const open = [...incomplete].filter(isAsked);
      return open.length === 0 ? undefined : completed(open);
    },
  };
}
