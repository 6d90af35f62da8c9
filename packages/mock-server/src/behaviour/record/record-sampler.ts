import { type Fitting, itemSchemaOf, schemaAt, selectSuccess } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  keywordsOf,
  type ListConvention,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { propertiesOf } from "../../model/schema-questions.js";
import { itemsPlace } from "../../response/page-request.js";

/**
 * Generates whole records. Examples and defaults of the schema are preferred to generated values, except for ids, which must differ between
 * records.
 * @param options.isVaried for one of many records: booleans, enumerations and numbers with a default differ, too, unless they have an
 * example
 */
export function createRecordSampler(
  schemas: SchemaRegistry,
  fitting: Fitting,
  resource: Resource,
  { isVaried = false }: { readonly isVaried?: boolean } = {},
): (seed: string) => unknown {
  const { id } = resource;
  const schema = usualVariant(schemas, resource);
  const ids = new Set([foldName(id.parameter ?? ""), foldName(id.property?.[0] ?? ""), ...OWN_IDS]);
  const own = propertiesOf(schemas, schema.json)
    .filter(
      (property) =>
        ids.has(foldName(property.name)) || isUniqueId(schemas, property) || (isVaried && varies(schemas, property)),
    )
    .map(({ name }) => name);
  const asked = askedValues(schemas, resource);
  return (seed) => {
    const sampled = fitting.fit(schema, undefined, { seed, optional: true });
    const known = isObject(sampled) ? asked.filter(([name]) => Object.hasOwn(sampled, name)) : [];
    const chosen = known.map(([name, values]) => [name, fitting.fit(values, undefined, { seed: `${seed} ${name}` })]);
    const usual = isObject(sampled) && chosen.length > 0 ? { ...sampled, ...Object.fromEntries(chosen) } : sampled;
    if (!isObject(usual) || !own.some((name) => Object.hasOwn(usual, name))) return usual;
    const unique = fitting.fit(schema, undefined, { seed, optional: true, examples: false });
    if (!isObject(unique)) return usual;
    const mixed = { ...usual };
    for (const name of own) if (Object.hasOwn(unique, name) && Object.hasOwn(mixed, name)) mixed[name] = unique[name];
    return fitting.fit(schema, mixed, { seed });
  };
}

/** Text properties whose values only a filter of the list names: `GET /bounces?type=HardBounce`. */
function askedValues(schemas: SchemaRegistry, { schema, list }: Resource): readonly [name: string, values: Schema][] {
  const record = objectProperties(schemas, schema.json);
  return (list?.filters ?? []).flatMap(({ parameter, at, property, operator, all }): [string, Schema][] => {
    const [name = "", ...inner] = property;
    const own = record.get(name);
    const json = own && schemas.follow(own.schema);
    if (typeof json !== "object" || inner.length > 0 || at.length > 0 || all || operator !== "eq") return [];
    const { values } = schemaShape(schemas, parameter.schema.json);
    const isOpen = Object.keys(json).every((keyword) => keyword === "type" || keyword === "description");
    return isOpen && json.type === "string" && values.every(isText) && values.length > 1
      ? [[name, parameter.schema]]
      : [];
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/**
 * Finds optional properties that are not generated: the whole `list` of a record with a `listId`, which servers answer only on request.
 * Also other records that may be null, and properties that allow any value.
 */
export function createEmbeddedFinder(
  schemas: SchemaRegistry,
  names: readonly string[],
): (property: ObjectProperty) => boolean {
  const folded = new Set(names.map(foldName));
  return ({ name, schema, required, readOnly }) => {
    if (required) return false;
    if (readOnly && isOtherRecord(schemas, schema)) return true;
    const json = schemas.follow(schema);
    const isAnything = json === true || (typeof json === "object" && Object.keys(json).length === 0);
    return isAnything || (folded.has(foldName(`${name}Id`)) && schemaShape(schemas, schema).properties.size > 0);
  };
}

/** True for an object with an id and a URL that may be null: the other record does not exist yet. */
function isOtherRecord(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  const { types, properties } = schemaShape(schemas, schema);
  return types.has("null") && properties.has("id") && (properties.has("url") || properties.has("href"));
}

/** True for a UUID that the description calls unique, so records do not share its example. */
function isUniqueId(schemas: SchemaRegistry, { schema }: ObjectProperty): boolean {
  const { format, description = "" } = keywordsOf(schemas, schema);
  return format === "uuid" && /\bunique\b/i.test(description);
}

/** True for a property that differs between records even if it has a default. */
function varies(schemas: SchemaRegistry, { schema }: ObjectProperty): boolean {
  const { types, values } = schemaShape(schemas, schema);
  const hasExample = (keywordsOf(schemas, schema).examples ?? []).length > 0;
  const isUsual = (types.has("integer") || types.has("number")) && defaultOf(schemas, schema) !== undefined;
  return !hasExample && (types.has("boolean") || isUsual || values.length > 1);
}

/** The variant of a record that the list or the create answers. Other variants may be for deleted records. */
function usualVariant(schemas: SchemaRegistry, { schema, list, roles }: Resource): Schema {
  const { anyOf = [], oneOf = [] } = keywordsOf(schemas, schema.json);
  const variants = [...anyOf, ...oneOf];
  if (variants.length < 2) return schema;
  const shown = [
    list && roles.list && itemSchema(schemas, roles.list, list),
    roles.create?.role.kind === "create" &&
      roles.create.role.reply &&
      answerSchema(schemas, roles.create, roles.create.role.reply),
  ];
  const usual = shown.find(
    (one) => one && variants.some((variant) => schemas.follow(variant) === schemas.follow(one.json)),
  );
  return usual || schema;
}

function itemSchema(
  schemas: SchemaRegistry,
  operation: Operation,
  { shape, item }: ListConvention,
): Schema | undefined {
  const array = answerSchema(schemas, operation, itemsPlace(shape));
  const items = array && itemSchemaOf(schemas, array);
  return items && schemaAt(schemas, items, item);
}

function answerSchema(schemas: SchemaRegistry, operation: Operation, place: RecordPlace): Schema | undefined {
  const schema = selectSuccess(operation).response?.content.find((media) => media.schema)?.schema;
  return schema && schemaAt(schemas, schema, place);
}

export const GENERATED_IDS: ReadonlySet<string> = new Set(["id", "uuid", "guid"]);

const OWN_IDS = ["id", "uuid", "guid", "uid", "sid", "gid"];

export function defaultOf(schemas: SchemaRegistry, schema: JsonSchema): unknown {
  if (typeof schema === "object" && schema.default !== undefined) return schema.default;
  return keywordsOf(schemas, schema).default;
}
