import { foldName, isObject, type JsonSchema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/**
 * Fills the lists and numbers of an answer that show how many records were created and how many failed: `{ created: [...], failed: [] }`,
 * `{ meta: { successful: 2, failed: 0 } }`, `{ new_members: [...], errors: [], total_created: 2 }`,
 * `{ total_received: 2, total_queued: 2 }`. Other properties stay unchanged.
 * @param show returns the records in the form of the items' schema
 */
export function withOutcomes(
  schemas: SchemaRegistry,
  json: JsonSchema,
  value: unknown,
  count: number,
  show: (items: JsonSchema) => readonly unknown[],
  depth = 0,
): unknown {
  if (!isObject(value)) return value;
  const properties = propertiesOf(schemas, json);
  const isOutcome = properties.some(({ name }) => isMade(name)) && properties.some(({ name }) => isOther(name));
  const told: Record<string, unknown> = {};
  for (const { name, schema } of properties) {
    const { types, items } = schemaShape(schemas, schema);
    const inner = value[name];
    if (isOutcome && (isMade(name) || isOther(name))) {
      if (types.has("array")) told[name] = isMade(name) && items !== undefined ? show(items) : [];
      else if (types.has("integer") || types.has("number")) told[name] = isMade(name) ? count : 0;
    } else if (COUNT.test(foldName(name)) && types.has("integer")) told[name] = count;
    else if (depth === 0 && isObject(inner)) told[name] = withOutcomes(schemas, schema, inner, count, show, 1);
  }
  return { ...(value as JsonObject), ...told };
}

function isMade(name: string): boolean {
  return /^(?:total|num)?(?:new|created|added|inserted|imported|succeeded|success(?:es|ful)?)(?:count|[a-z]+s)?$/.test(
    foldName(name),
  );
}

const COUNT = /^(?:total|num)(?:created|added|inserted|imported|received|accepted|queued)$/;

function isOther(name: string): boolean {
  return /^(?:total|num)?(?:updated|failed|failures?|errors?|skipped|existing|duplicates?|ignored|rejected|notfound|invalid)(?:count|[a-z]+s)?$/.test(
    foldName(name),
  );
}
