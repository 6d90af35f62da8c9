import { selectError } from "@onespec/http-contract";
import {
  type ApiDescription,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  saysUnique,
} from "@onespec/spec-core";
import type { Field, Relation } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { ModelPlan } from "./contract-plan.js";
import type { ModelNames } from "./name-models.js";
import { camel, snake, UniqueNames } from "./names.js";
import { canHoldParent, isKnowable, parentType, planId, referenceTo, typeOfId } from "./plan-keys.js";
import { needsRest, readProperties, showsAll, timestampsOf } from "./plan-properties.js";
import { asKey } from "./property-kind.js";
import { keywordsOf, type RecordSchemas, recordSchemas } from "./record-schemas.js";

/** Names that mean something else in a `where`, or to JavaScript's objects. */
const NO_FIELD = new Set(["and", "or", "not", "__proto__", "constructor", "prototype"]);
/** No table can be wider on every database. */
const MOST_FIELDS = 200;
/** Path parameters that do not name the resource. */
const NAMELESS = /^(?:id|uuid|guid|key)$/i;

/**
 * The model of the resources that share a state. The id is its key when it is unique by itself: the server makes it, or there is no
 * parent. Else rows are counted, and parents and id are unique together.
 *
 * @param modelOf plans of the parents' resources, made before
 */
export function planModel(
  { schemas, operations }: ApiDescription,
  sharing: readonly Resource[],
  names: ModelNames,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): ModelPlan {
  const isMade = sharing.some(({ roles }) => roles.create !== undefined || roles.replace !== undefined);
  const resource = sharing.find(({ collectionPath, stateKey }) => collectionPath === stateKey) ?? sharing[0];
  if (resource === undefined) throw new RangeError("A model needs a resource.");
  const records = mergeRecords(sharing.map((one) => recordSchemas(schemas, one, operations)));
  const declared = readProperties(schemas, records);
  const properties = new Map([...declared].filter(([name]) => !NO_FIELD.has(name)).slice(0, MOST_FIELDS));

  for (const view of sharing) {
    if (view === resource) continue;
    // Paths of another collection find the records by it, so it is a key whatever else answers may show there.
    for (const parent of view.parents) {
      const [name = "", ...deeper] = parent.property ?? [];
      const property = properties.get(name);
      if (property?.kind.type.kind !== "json" || deeper.length > 0) continue;
      const type = asKey(parentType(schemas, view, parent, parent.resource && modelOf(parent.resource)));
      properties.set(name, { ...property, kind: { ...property.kind, type } });
    }
  }

  const fieldNames = new UniqueNames(properties.keys());
  const columns = new UniqueNames();
  const column = (name: string): string => columns.take(snake(name, "field").slice(0, 55));

  const parents = new Map<string, string>();
  const parentFields: Field[] = [];
  const toParents: Relation[] = [];
  for (const parent of resource.parents) {
    const target = parent.resource && modelOf(parent.resource);
    const type = parentType(schemas, resource, parent, target);
    const own = parent.property?.length === 1 ? parent.property[0] : undefined;
    const isOwn = own !== undefined && canHoldParent(properties.get(own)?.kind.type, type);
    // `{id}` does not say whose id it is.
    const words =
      target && NAMELESS.test(parent.parameter) ? `${target.entity.name} ${parent.parameter}` : parent.parameter;
    const name = isOwn ? own : fieldNames.take(camel(words, "parent"), camel(`${words} key`, "parent"));
    parents.set(parent.parameter, name);
    const reference =
      target?.id.isKey && target.isMade && isKnowable(parent.resource) ? referenceTo(target) : undefined;
    const key = target?.id.isKey ? target.entity.fields.find((one) => one.name === target.id.field) : undefined;
    if (target && key?.type.kind === type.kind) {
      const relation = camel(target.entity.name, "parent");
      toParents.push({ kind: "belongsTo", name: relation, target: target.entity.name, foreignKey: name });
    }
    parentFields.push(
      plainField(name, isOwn && !reference ? asKey(properties.get(own)?.kind.type ?? type) : type, {
        references: reference,
        ...(isOwn ? {} : { hidden: true }),
      }),
    );
  }

  // An association may not have the name of an attribute.
  const relations = toParents.filter(({ name }) => fieldNames.take(name) === name);

  const id = planId(
    schemas,
    resource,
    properties,
    records,
    fieldNames,
    sharing.some(({ roles }) => roles.create !== undefined),
  );
  const idKind = properties.get(id.field)?.kind.type;
  const idType = asKey(idKind === undefined || idKind.kind === "json" ? typeOfId(schemas, resource) : idKind);
  const isCounted = id.isKey && !id.isChosen && (idType.kind === "integer" || idType.kind === "bigint");
  const stamps = timestampsOf(properties);

  const fields: Field[] = [];
  if (!id.isKey) {
    const key = fieldNames.take("rowId");
    fields.push(plainField(key, { kind: "bigint" }, { primaryKey: true, autoIncrement: true, hidden: true }));
  }
  fields.push(
    plainField(id.field, idType, {
      primaryKey: id.isKey,
      autoIncrement: isCounted,
      default: id.isKey && !id.isChosen && idType.kind === "uuid" ? { kind: "uuid" } : undefined,
      ...(properties.has(id.field) || showsAll(schemas, records.answers) ? {} : { hidden: true }),
    }),
  );
  const parentNames = new Set(parentFields.map(({ name }) => name));
  const place = [...parentNames].filter((name) => name !== id.field);
  const unique = uniqueTexts(schemas, sharing, records);
  const isUniqueText = (name: string, { kind }: FieldType): boolean => unique.has(name) && KEY_TEXTS.has(kind);
  fields.push(...parentFields.filter(({ name }) => name !== id.field));
  for (const [name, { kind, required, writeOnly, renamedFrom, default: given }] of properties) {
    if (name === id.field || parentNames.has(name)) continue;
    const isUnique = isUniqueText(name, kind.type);
    fields.push(
      plainField(name, isUnique ? asKey(kind.type) : kind.type, {
        nullable: !(required && !kind.nullable),
        unique: isUnique && place.length === 0,
        ...(given !== undefined && { default: { kind: "value", value: given } }),
        ...(writeOnly && { hidden: true }),
        ...(renamedFrom !== undefined && { renamedFrom: snake(renamedFrom, "field") }),
      }),
    );
  }
  const rest = needsRest(schemas, records, declared.size > properties.size)
    ? fieldNames.take("rest", "otherProperties")
    : undefined;
  if (rest !== undefined) fields.push(plainField(rest, { kind: "json" }, { nullable: true, hidden: true }));
  for (const [at, one] of fields.entries()) fields[at] = { ...one, column: column(one.name) };

  const formerName = keywordsOf(schemas, resource.schema.json)["x-renamed-from"];
  const perParent = place.length === 0 ? [] : fields.filter((one) => isUniqueText(one.name, one.type));
  return {
    entity: {
      name: names.model,
      table: names.table,
      ...(typeof formerName === "string" && { renamedFrom: snake(formerName, "records") }),
      fields,
      relations,
      indexes: [
        ...(id.isKey ? [] : [{ name: `${names.table}_id`.slice(0, 60), fields: [...place, id.field], unique: true }]),
        ...perParent
          .filter(({ name }) => name !== id.field && !parentNames.has(name))
          .map((one) => ({
            name: `${names.table}_${one.column}`.slice(0, 60),
            fields: [...place, one.name],
            unique: true,
          })),
      ],
      timestamps: stamps,
    },
    resource,
    records,
    properties,
    id,
    parents,
    isMade,
    rest,
  };
}

/** The texts of new records that the description calls unique, where it documents an error for a second one. */
function uniqueTexts(schemas: SchemaRegistry, sharing: readonly Resource[], { create }: RecordSchemas): Set<string> {
  const operation = sharing.find(({ roles }) => roles.create !== undefined)?.roles.create;
  const error = operation && selectError(operation, 409);
  if (error === undefined || create === undefined) return new Set();
  const properties = [...objectProperties(schemas, create.json).values()];
  const said = properties.filter((property) => saysUnique(schemas, property, error));
  return new Set(said.map(({ name }) => name));
}

/** The kinds of texts that an index can hold as a key. */
const KEY_TEXTS: ReadonlySet<FieldType["kind"]> = new Set(["string", "text", "uuid"]);

function mergeRecords(all: readonly RecordSchemas[]): RecordSchemas {
  return {
    answers: all.flatMap(({ answers }) => answers),
    requests: all.flatMap(({ requests }) => requests),
    create: all.find(({ create }) => create !== undefined)?.create,
  };
}

/** A field that is required and nothing else, unless `rest` says otherwise. */
export function plainField(name: string, type: FieldType, rest: Partial<Field>): Field {
  return {
    name,
    column: name,
    type,
    nullable: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    default: undefined,
    references: undefined,
    rules: {},
    ...rest,
  };
}
