import {
  type JsonSchema,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { preferred } from "./media-types.js";
import { partsOf } from "./schema-parts.js";
import type { GroupPlan } from "./sdk-plan.js";

/**
 * The schema of a record in queries. It is the list's item, which may have fewer properties, or else the resource's
 * schema.
 */
export function recordSchema({ resource, methods }: GroupPlan, schemas: SchemaRegistry): JsonSchema {
  const operation = methods.find(({ record }) => record === "find")?.operation;
  const list = resource?.list;
  if (resource && operation && list) {
    const success =
      operation.responses.find(({ status }) => /^2/.test(status)) ??
      operation.responses.find(({ status }) => status === "default");
    const [media] = preferred(success?.content ?? []);
    const place = list.shape.kind === "array" ? [] : list.shape.itemsAt;
    const items = media?.schema && schemaAt(schemas, media.schema.json, place);
    const item = items && schemaAt(schemas, itemOf(schemas, items, 0), list.item);
    if (item !== undefined && item !== true && !isEnvelope(schemas, item, place, resource)) return item;
  }
  if (!resource) return true;
  const { id, schema } = resource;
  const record = { $ref: schema.uri };
  const [name, ...rest] = id.property ?? [];
  if (name === undefined || rest.length > 0 || objectProperties(schemas, record).has(name)) return record;
  // The description has no answer with the record, and the sent record has no id.
  return { allOf: [record, { type: "object", properties: { [name]: { type: ["integer", "string"] } } }] };
}

/** True if the description wrongly declares the list's envelope as its item. Records have an id, envelopes do not. */
function isEnvelope(schemas: SchemaRegistry, item: JsonSchema, place: RecordPlace, { id, schema }: Resource): boolean {
  const [name] = id.property ?? [];
  if (name === undefined || place.length === 0) return false;
  const fields = objectProperties(schemas, item);
  const inner = schemaAt(schemas, item, place);
  return (
    !fields.has(name) &&
    objectProperties(schemas, schema.json).has(name) &&
    inner !== true &&
    itemOf(schemas, inner, 0) !== true
  );
}

function schemaAt(schemas: SchemaRegistry, schema: JsonSchema, place: RecordPlace): JsonSchema {
  return place.reduce<JsonSchema>((here, name) => objectProperties(schemas, here).get(name)?.schema ?? true, schema);
}

function itemOf(schemas: SchemaRegistry, schema: JsonSchema, depth: number): JsonSchema {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || depth > 8) return true;
  if (target.items !== undefined) return target.items;
  for (const part of partsOf(target)) {
    const item = itemOf(schemas, part, depth + 1);
    if (item !== true) return item;
  }
  return true;
}
