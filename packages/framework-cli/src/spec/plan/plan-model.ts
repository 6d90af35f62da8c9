import {
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  type Parent,
  type Resource,
  type Schema,
  type SchemaRegistry,
  unwrapSchema,
} from "@onespec/spec-core";
import type { Entity, Field, JsonValue, Reference, Relation } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { ModelNames } from "./name-models.js";
import { asKey, certainProperties, looseKind, type PropertyKind, propertyKind, widerKind } from "./property-kind.js";
import { type RecordSchemas, recordSchemas } from "./record-schemas.js";
import { UniqueNames } from "./unique-names.js";
import { camel, snake } from "./words.js";

/** A model and where the parts of its records are kept. */
export interface ModelPlan {
  readonly entity: Entity;
  readonly resource: Resource;
  readonly records: RecordSchemas;
  /** Properties with a field of their own: field and property have the same name. */
  readonly properties: ReadonlyMap<string, PlannedProperty>;
  /** The field an item path names, and whether it alone is the key. */
  readonly id: { readonly field: string; readonly isKey: boolean; readonly isChosen: boolean };
  /** The field of each parent, by path parameter. */
  readonly parents: ReadonlyMap<string, string>;
  /** Can its records come to be at all, through the API? */
  readonly isMade: boolean;
  /** The JSON field for what has no field of its own. */
  readonly rest: string | undefined;
}

export interface PlannedProperty {
  readonly kind: PropertyKind;
  /** May answers hold null? The fullest one that declares it decides. */
  readonly showsNull: boolean;
  /** Required in what reading answers. */
  readonly required: boolean;
  /** No request may set it. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** What the schema says a missing value stands for. */
  readonly default?: JsonValue;
  /** `x-renamed-from` of the property. */
  readonly renamedFrom?: string;
}

/** Names that mean something else in a `where`, or to JavaScript's objects. */
const NO_FIELD = new Set(["and", "or", "not", "__proto__", "constructor", "prototype"]);
/** No table can be wider on every database. */
const MOST_FIELDS = 200;

/**
 * The model of the resources that share a state. The id is its key when it is unique by itself: the server makes it, or there is no
 * parent. Else rows are counted, and parents and id are unique together.
 *
 * @param modelOf plans of the parents' resources, made before
 */
export function planModel(
  schemas: SchemaRegistry,
  sharing: readonly Resource[],
  names: ModelNames,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): ModelPlan {
  const isMade = sharing.some(({ roles }) => roles.create !== undefined || roles.replace !== undefined);
  const resource = sharing.find(({ collectionPath, stateKey }) => collectionPath === stateKey) ?? sharing[0];
  if (resource === undefined) throw new RangeError("A model needs a resource.");
  const records = mergeRecords(sharing.map((one) => recordSchemas(schemas, one)));
  const declared = readProperties(schemas, records);
  const properties = new Map([...declared].filter(([name]) => !NO_FIELD.has(name)).slice(0, MOST_FIELDS));

  const fieldNames = new UniqueNames(properties.keys());
  const columns = new UniqueNames();
  const column = (name: string): string => columns.take(snake(name, "field").slice(0, 55));

  const parents = new Map<string, string>();
  const parentFields: Field[] = [];
  const relations: Relation[] = [];
  for (const parent of resource.parents) {
    const own = parent.property?.length === 1 ? parent.property[0] : undefined;
    const isOwn =
      own !== undefined &&
      canHoldParent(
        properties.get(own)?.kind.type,
        parentType(schemas, resource, parent, parent.resource && modelOf(parent.resource)),
      );
    const name = isOwn
      ? own
      : fieldNames.take(camel(parent.parameter, "parent"), camel(`${parent.parameter} key`, "parent"));
    parents.set(parent.parameter, name);
    const target = parent.resource && modelOf(parent.resource);
    const reference =
      target?.id.isKey && target.isMade && isKnowable(parent.resource) ? referenceTo(target) : undefined;
    const type = parentType(schemas, resource, parent, target);
    if (target?.id.isKey) {
      const relation = camel(target.entity.name, "parent");
      if (!properties.has(relation))
        relations.push({ kind: "belongsTo", name: relation, target: target.entity.name, foreignKey: name });
    }
    parentFields.push(
      field(name, isOwn && !reference ? asKey(properties.get(own)?.kind.type ?? type) : type, {
        references: reference,
        ...(isOwn ? {} : { hidden: true }),
      }),
    );
  }

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
    fields.push(field(key, { kind: "bigint" }, { primaryKey: true, autoIncrement: true, hidden: true }));
  }
  fields.push(
    field(id.field, idType, {
      primaryKey: id.isKey,
      autoIncrement: isCounted,
      default: id.isKey && !id.isChosen && idType.kind === "uuid" ? { kind: "uuid" } : undefined,
      ...(properties.has(id.field) ? {} : { hidden: true }),
    }),
  );
  const parentNames = new Set(parentFields.map(({ name }) => name));
  fields.push(...parentFields.filter(({ name }) => name !== id.field));
  for (const [name, { kind, required, writeOnly, renamedFrom, default: given }] of properties) {
    if (name === id.field || parentNames.has(name)) continue;
    fields.push(
      field(name, kind.type, {
        nullable: !(required && !kind.nullable),
        ...(given !== undefined && { default: { kind: "value", value: given } }),
        ...(writeOnly && { hidden: true }),
        ...(renamedFrom !== undefined && { renamedFrom: snake(renamedFrom, "field") }),
      }),
    );
  }
  const rest = needsRest(schemas, records, declared.size > properties.size)
    ? fieldNames.take("rest", "otherProperties")
    : undefined;
  if (rest !== undefined) fields.push(field(rest, { kind: "json" }, { nullable: true, hidden: true }));
  for (const [at, one] of fields.entries()) fields[at] = { ...one, column: column(one.name) };

  const root = schemas.follow(resource.schema.json);
  const formerName = typeof root === "object" ? root["x-renamed-from"] : undefined;
  const unique = [...parentFields.map(({ name }) => name).filter((name) => name !== id.field), id.field];
  return {
    entity: {
      name: names.model,
      table: names.table,
      ...(typeof formerName === "string" && { renamedFrom: snake(formerName, "records") }),
      fields,
      relations,
      indexes: id.isKey ? [] : [{ name: `${names.table}_id`.slice(0, 60), fields: unique, unique: true }],
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

function planId(
  schemas: SchemaRegistry,
  resource: Resource,
  properties: ReadonlyMap<string, PlannedProperty>,
  records: RecordSchemas,
  names: UniqueNames,
  hasCreate: boolean,
): ModelPlan["id"] {
  const [property, ...deeper] = resource.id.property ?? [];
  const isOwn = property !== undefined && deeper.length === 0 && properties.has(property);
  const field = isOwn ? property : names.take(camel(resource.id.parameter ?? "id", "id"), "recordId");
  const sent =
    records.create && objectProperties(schemas, unwrapSchema(schemas, records.create.json)).get(property ?? "");
  // Where nothing creates but PUT, the path chooses.
  const isChosen =
    !hasCreate || (sent !== undefined && !sent.readOnly) || (property !== undefined && deeper.length > 0);
  return { field, isChosen, isKey: resource.parents.length === 0 || !isChosen };
}

/** A property that repeats a parent can stand for it when both are numbers, or both texts. */
function canHoldParent(type: FieldType | undefined, parent: FieldType): boolean {
  const isCount = (one: FieldType): boolean => one.kind === "integer" || one.kind === "bigint";
  return type !== undefined && type.kind !== "json" && isCount(type) === isCount(parent);
}

function typeOfId(schemas: SchemaRegistry, { id }: Resource): FieldType {
  const kind = propertyKind(schemas, id.schema.json).type;
  return kind.kind === "json" || kind.kind === "boolean" || kind.kind === "double"
    ? { kind: "string", length: 255 }
    : kind;
}

function parentType(
  schemas: SchemaRegistry,
  resource: Resource,
  parent: Parent,
  target: ModelPlan | undefined,
): FieldType {
  const id = target?.entity.fields.find(({ name }) => name === target.id.field)?.type;
  if (id !== undefined) return id;
  const known = parent.resource?.id.schema ?? parent.resource?.id.parameterSchema ?? declaredSchema(resource, parent);
  return asKey(known ? propertyKind(schemas, known.json).type : { kind: "text" });
}

/** As an operation of the resource declares the path parameter. */
function declaredSchema({ roles }: Resource, { parameter }: Parent): Schema | undefined {
  return Object.values(roles)
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === "path" && one.name === parameter)?.schema;
}

/** Could a client know what records there are? Without a list and a way to make one it has to guess, and is taken at its word. */
export function isKnowable(resource: Resource | undefined): boolean {
  const { list, create, replace } = resource?.roles ?? {};
  return list !== undefined || create !== undefined || replace !== undefined;
}

function referenceTo({ entity, id }: ModelPlan): Reference | undefined {
  const target = entity.fields.find(({ name }) => name === id.field);
  return target && { table: entity.table, column: target.column, onDelete: "CASCADE", onUpdate: "CASCADE" };
}

function mergeRecords(all: readonly RecordSchemas[]): RecordSchemas {
  return {
    answers: all.flatMap(({ answers }) => answers),
    requests: all.flatMap(({ requests }) => requests),
    create: all.find(({ create }) => create !== undefined)?.create,
  };
}

function readProperties(schemas: SchemaRegistry, { answers, requests }: RecordSchemas): Map<string, PlannedProperty> {
  const found = new Map<string, PlannedProperty>();
  const add = (
    property: ObjectProperty,
    required: boolean,
    isSent: boolean,
    isCertain: boolean,
    isAnswered: boolean,
  ): void => {
    const { name, schema, readOnly, writeOnly } = property;
    const kind = isCertain ? propertyKind(schemas, schema) : looseKind(propertyKind(schemas, schema));
    const before = found.get(name);
    const renamed = typeof schema === "object" ? schema["x-renamed-from"] : undefined;
    const given = defaultOf(schemas, schema) ?? before?.default;
    const renamedFrom = typeof renamed === "string" ? renamed : before?.renamedFrom;
    found.set(name, {
      kind: before ? widerKind(before.kind, kind) : kind,
      showsNull: before?.showsNull ?? (isAnswered && kind.nullable),
      required: (before?.required ?? false) || required,
      readOnly: before ? before.readOnly && (readOnly || !isSent) : readOnly || !isSent,
      writeOnly: (before?.writeOnly ?? true) && (writeOnly || isSent),
      ...(renamedFrom !== undefined && { renamedFrom }),
      ...(given !== undefined && { default: given }),
    });
  };
  for (const [at, schema] of answers.entries()) {
    const certain = certainProperties(schemas, schema.json);
    for (const property of objectProperties(schemas, unwrapSchema(schemas, schema.json)).values()) {
      if (property.name !== "__proto__")
        add(
          property,
          at === 0 && property.required && !property.writeOnly,
          property.writeOnly,
          certain.has(property.name),
          true,
        );
    }
  }
  for (const schema of requests) {
    const certain = certainProperties(schemas, schema.json);
    for (const property of objectProperties(schemas, unwrapSchema(schemas, schema.json)).values()) {
      if (property.name !== "__proto__") add(property, false, !property.readOnly, certain.has(property.name), false);
    }
  }
  return found;
}

function defaultOf(schemas: SchemaRegistry, schema: JsonSchema): JsonValue | undefined {
  const json = schemas.follow(schema);
  if (typeof json !== "object" || json.default === undefined || json.default === null) return undefined;
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(json.default)
    ? (json.default as JsonValue)
    : undefined;
}

/** Open objects, alternatives and unusual names keep what they hold beside the declared properties. */
function needsRest(schemas: SchemaRegistry, { answers }: RecordSchemas, isShort: boolean): boolean {
  if (isShort) return true;
  return answers.some((schema) => {
    const json = unwrapSchema(schemas, schema.json);
    if (typeof json === "boolean") return true;
    const extra = json.additionalProperties;
    const declared = objectProperties(schemas, json);
    // Required without being declared: `required: [kind]` alone.
    if (json.required?.some((name) => !declared.has(name))) return true;
    return (extra !== undefined && extra !== false) || json.patternProperties !== undefined;
  });
}

/** A moment that only the server sets and that is named for it. */
function timestampsOf(properties: ReadonlyMap<string, PlannedProperty>): Entity["timestamps"] {
  const find = (pattern: RegExp): string | undefined =>
    [...properties].find(
      ([name, { kind, readOnly }]) => readOnly && kind.type.kind === "timestamp" && pattern.test(name),
    )?.[0];
  const createdAt = find(/^(?:created|creation|date_?created|inserted)(?:_?(?:at|on|date|time|timestamp))?$/i);
  const updatedAt = find(
    /^(?:updated|modified|last_?(?:updated|modified)|date_?(?:updated|modified))(?:_?(?:at|on|date|time|timestamp))?$/i,
  );
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) };
}

function field(name: string, type: FieldType, rest: Partial<Field>): Field {
  const plain = {
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
  };
  return { ...plain, ...rest };
}
