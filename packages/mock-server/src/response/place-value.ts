import {
  type JsonSchema,
  keywordsOf,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";

/** Envelopes are rarely deeper. */
const DEEPEST = 3;

/** The place of a record in a body: `["data"]` of `{ event, data }`, `[]` if it is the body; `undefined` if it is not there. */
export function recordPlace(schemas: SchemaRegistry, body: Schema, record: Schema): RecordPlace | undefined {
  if (typeof schemas.follow(record.json) === "boolean") return undefined;
  let level: { readonly json: JsonSchema; readonly place: readonly string[] }[] = [{ json: body.json, place: [] }];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const found = level.find(({ json }) => isSchemaOf(schemas, json, record));
    if (found) return found.place;
    level = level.flatMap(({ json, place }) =>
      [...schemaShape(schemas, json).properties.values()].map(({ name, schema }) => ({
        json: schema,
        place: [...place, name],
      })),
    );
  }
  return undefined;
}

/** True for the schema of a record, or one that contains it as a part or an alternative: `allOf: [record, { event }]`. */
export function isSchemaOf(schemas: SchemaRegistry, json: JsonSchema, record: Schema): boolean {
  const target = schemas.follow(record.json);
  if (typeof target === "object" && schemas.follow(json) === target) return true;
  const { allOf = [], anyOf = [], oneOf = [] } = keywordsOf(schemas, json);
  return [...allOf, ...anyOf, ...oneOf].some((part) => schemas.follow(part) === target);
}

/** True for the schema of a record, or a schema with only its id and some of its other properties. */
export function showsRecord(schemas: SchemaRegistry, json: JsonSchema, { schema, id }: Resource): boolean {
  if (isSchemaOf(schemas, json, schema)) return true;
  const known = objectProperties(schemas, schema.json);
  const shown = [...objectProperties(schemas, json).keys()];
  return (
    shown.length >= MIN_TELLING && shown.includes(id.property?.[0] ?? "") && shown.every((name) => known.has(name))
  );
}

/** Fewer properties may fit several kinds of records. */
const MIN_TELLING = 3;
