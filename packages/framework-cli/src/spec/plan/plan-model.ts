import { selectError } from "@onespec/http-contract";
import {
  type ApiDescription,
  keywordsOf,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  saysUnique,
} from "@onespec/spec-core";
import type { EntityIndex, Field } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { ModelPlan, PlannedProperty } from "./contract-plan.js";
import type { ModelNames } from "./name-models.js";
import { snake, UniqueNames } from "./names.js";
import { plainField } from "./plain-field.js";
import { homeOf, parentType, planId, typeOfId } from "./plan-keys.js";
import { planParents } from "./plan-parents.js";
import { needsRest, readProperties, showsAll, timestampsOf } from "./plan-properties.js";
import { asKey } from "./property-kind.js";
import { type RecordSchemas, recordSchemas } from "./record-schemas.js";

/** Names that have a meaning in a `where` or in JavaScript's objects. */
const NO_FIELD = new Set(["and", "or", "not", "__proto__", "constructor", "prototype"]);
/** Every database accepts a table with this many columns. */
const MOST_FIELDS = 200;
/** Characters that every database takes in the name of a column, and of an index. */
const LONGEST_COLUMN = 55;
const LONGEST_INDEX = 60;

/**
 * The model of the resources that share a state. The id is its key if it is unique by itself, because the server
 * creates it or there is no parent. Otherwise rows are numbered, and parents and id are unique together.
 * @param modelOf plans of the parents' resources, which come first
 */
export function planModel(
  { schemas, operations }: ApiDescription,
  sharing: readonly Resource[],
  names: ModelNames,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): ModelPlan {
  const makers = sharing.filter((one) => homeOf(one) !== one);
  const resource = sharing.find((one) => one.collectionPath === one.stateKey && homeOf(one) === one) ?? sharing[0];
  if (resource === undefined) throw new RangeError("A model needs a resource.");
  const records = mergeRecords(sharing.map((one) => recordSchemas(schemas, one, operations)));
  const declared = readProperties(schemas, resource, records);
  const own = new Map([...declared].filter(([name]) => !NO_FIELD.has(name)).slice(0, MOST_FIELDS));
  const views = sharing.filter((one) => one !== resource);
  const properties = new Map([...own, ...sharedKeys(schemas, views, own, modelOf)]);
  const fieldNames = new UniqueNames(properties.keys());
  const parents = planParents(schemas, resource, makers, properties, fieldNames, modelOf);
  const isCreated = sharing.some(({ roles }) => roles.create !== undefined);
  const id = planId(schemas, resource, properties, records, fieldNames, isCreated);

  const parentNames = new Set(parents.fields.map(({ name }) => name));
  const place = parents.fields.flatMap(({ name, nullable }) => (name === id.field || nullable ? [] : [name]));
  const unique = uniqueTexts(schemas, sharing, records);
  const ofProperties = [...properties]
    .filter(([name]) => name !== id.field && !parentNames.has(name))
    .map(([name, property]) => propertyField(name, property, unique.has(name), place.length === 0));
  const key = id.isKey ? undefined : fieldNames.take("rowId");
  const rest = needsRest(schemas, records, declared.size > own.size)
    ? fieldNames.take("rest", "otherProperties")
    : undefined;
  const fields = withColumns([
    ...(key === undefined
      ? []
      : [plainField(key, { kind: "bigint" }, { primaryKey: true, autoIncrement: true, hidden: true })]),
    idField(schemas, resource, id, properties.get(id.field), showsAll(schemas, records.answers)),
    ...parents.fields.filter(({ name }) => name !== id.field),
    ...ofProperties,
    ...(rest === undefined ? [] : [plainField(rest, { kind: "json" }, { nullable: true, hidden: true })]),
  ]);

  const uniquePerParent =
    place.length === 0 ? [] : fields.filter(({ name, type }) => isUniqueText(unique.has(name), type));
  const formerName = keywordsOf(schemas, resource.schema.json)["x-renamed-from"];
  return {
    entity: {
      name: names.model,
      table: names.table,
      ...(typeof formerName === "string" && { renamedFrom: snake(formerName, "records") }),
      fields,
      relations: parents.relations,
      indexes: [
        ...(id.isKey ? [] : [uniqueIndex(`${names.table}_id`, [...place, id.field])]),
        ...uniquePerParent
          .filter(({ name }) => name !== id.field && !parentNames.has(name))
          .map(({ name, column }) => uniqueIndex(`${names.table}_${column}`, [...place, name])),
      ],
      timestamps: timestampsOf(properties),
    },
    resource,
    located: [resource, ...sharing].find(({ itemPath }) => itemPath !== undefined),
    records,
    properties,
    id,
    parents: parents.names,
    makers: parents.makers,
    isMade: isCreated || sharing.some(({ roles }) => roles.replace !== undefined),
    rest,
  };
}

type Properties = ReadonlyMap<string, PlannedProperty>;

/**
 * Properties by which paths of another collection find the records. They are keys, even if other answers show different
 * values.
 */
function sharedKeys(
  schemas: SchemaRegistry,
  views: readonly Resource[],
  properties: Properties,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): Properties {
  const keys = new Map<string, PlannedProperty>();
  for (const view of views)
    for (const parent of view.parents) {
      const [name = "", ...deeper] = parent.property ?? [];
      const property = keys.get(name) ?? properties.get(name);
      if (property?.kind.type.kind !== "json" || deeper.length > 0) continue;
      const type = asKey(parentType(schemas, view, parent, parent.resource && modelOf(parent.resource)));
      keys.set(name, { ...property, kind: { ...property.kind, type } });
    }
  return keys;
}

/** @param isShown answers show whatever a record has */
function idField(
  schemas: SchemaRegistry,
  resource: Resource,
  { field, isKey, isChosen }: ModelPlan["id"],
  property: PlannedProperty | undefined,
  isShown: boolean,
): Field {
  const own = property?.kind.type;
  const isMade = isKey && !isChosen;
  const known = asKey(own === undefined || own.kind === "json" ? typeOfId(schemas, resource) : own);
  // An id that is a `number` counts, too.
  const type: FieldType = isMade && known.kind === "double" ? { kind: "bigint" } : known;
  return plainField(field, type, {
    primaryKey: isKey,
    autoIncrement: isMade && (type.kind === "integer" || type.kind === "bigint"),
    default: isMade && type.kind === "uuid" ? { kind: "uuid" } : undefined,
    ...(property !== undefined || isShown ? {} : { hidden: true }),
  });
}

/** @param isAlone true if the records have no parent, so that a single column can be unique */
function propertyField(
  name: string,
  { kind, required, writeOnly, renamedFrom, default: given }: PlannedProperty,
  isCalledUnique: boolean,
  isAlone: boolean,
): Field {
  const isUnique = isUniqueText(isCalledUnique, kind.type);
  return plainField(name, isUnique ? asKey(kind.type) : kind.type, {
    nullable: !(required && !kind.nullable),
    unique: isUnique && isAlone,
    ...(given !== undefined && { default: { kind: "value", value: given } }),
    ...(writeOnly && { hidden: true }),
    ...(renamedFrom !== undefined && { renamedFrom: snake(renamedFrom, "field") }),
  });
}

function withColumns(fields: readonly Field[]): readonly Field[] {
  const columns = new UniqueNames();
  return fields.map((field) => ({
    ...field,
    column: columns.take(snake(field.name, "field").slice(0, LONGEST_COLUMN)),
  }));
}

function uniqueIndex(name: string, fields: readonly string[]): EntityIndex {
  return { name: name.slice(0, LONGEST_INDEX), fields, unique: true };
}

function isUniqueText(isCalledUnique: boolean, { kind }: FieldType): boolean {
  return isCalledUnique && KEY_TEXTS.has(kind);
}

/** Texts of new records that the description calls unique. It must document an error for a duplicate. */
function uniqueTexts(schemas: SchemaRegistry, sharing: readonly Resource[], { create }: RecordSchemas): Set<string> {
  const operation = sharing.find(({ roles }) => roles.create !== undefined)?.roles.create;
  const error = operation && selectError(operation, 409);
  if (error === undefined || create === undefined) return new Set();
  const properties = [...objectProperties(schemas, create.json).values()];
  const said = properties.filter((property) => saysUnique(schemas, property, error));
  return new Set(said.map(({ name }) => name));
}

/** The kinds of texts that an index can have as a key. */
const KEY_TEXTS: ReadonlySet<FieldType["kind"]> = new Set(["string", "text", "uuid"]);

function mergeRecords(all: readonly RecordSchemas[]): RecordSchemas {
  return {
    answers: all.flatMap(({ answers }) => answers),
    requests: all.flatMap(({ requests }) => requests),
    create: all.find(({ create }) => create !== undefined)?.create,
  };
}
