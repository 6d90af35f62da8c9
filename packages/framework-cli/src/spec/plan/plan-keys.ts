import {
  foldName,
  type Operation,
  objectProperties,
  type Parent,
  type Resource,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { Reference } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import type { ModelPlan, PlannedProperty } from "./contract-plan.js";
import type { UniqueNames } from "./names.js";
import { camel } from "./names.js";
import { asKey, propertyKind } from "./property-kind.js";
import type { RecordSchemas } from "./record-schemas.js";

/** The field that an item path identifies a record by. It is a property of the record or an additional field. */
export function planId(
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
  const sent = records.create && objectProperties(schemas, records.create.json).get(property ?? "");
  // If only PUT creates records, the client chooses the id in the path.
  const isChosen =
    !hasCreate ||
    idSentAs(schemas, resource, properties, records) !== undefined ||
    (sent !== undefined && !sent.readOnly) ||
    (property !== undefined && deeper.length > 0);
  return { field, isChosen, isKey: resource.parents.length === 0 || !isChosen };
}

/**
 * The required text of new records that has the path parameter's name and that answers show as their id: `address` in
 * `POST /addresses`, for `/addresses/{address}`.
 */
export function idSentAs(
  schemas: SchemaRegistry,
  { id, schema }: Resource,
  properties: ReadonlyMap<string, PlannedProperty>,
  { create }: RecordSchemas,
): string | undefined {
  const [property, ...deeper] = id.property ?? [];
  const named = foldName(id.parameter ?? "");
  if (create === undefined || deeper.length > 0 || named === "") return undefined;
  const isText = (name: string): boolean =>
    ["string", "text", "uuid"].includes(properties.get(name)?.kind.type.kind ?? "");
  const isShown = [...objectProperties(schemas, schema.json).keys()].some((name) => foldName(name) === named);
  if (isShown || (property === undefined ? named !== "id" : !isText(property))) return undefined;
  const sent = [...objectProperties(schemas, create.json).values()];
  // An optional property may refer to another record, as the `comment_id` that a comment replies to. Only `id` is
  // certain.
  const isSure = (required: boolean): boolean => required || named === "id";
  return sent.find(
    ({ name, required, readOnly }) => foldName(name) === named && isSure(required) && !readOnly && isText(name),
  )?.name;
}

/** A property that repeats a parent can replace its field if both are numbers, or both texts. */
export function canHoldParent(type: FieldType | undefined, parent: FieldType): boolean {
  const isCount = (one: FieldType): boolean => one.kind === "integer" || one.kind === "bigint";
  return type !== undefined && type.kind !== "json" && isCount(type) === isCount(parent);
}

/**
 * The type of an id without a property. Records that no path identifies are numbered, so that lists keep their order.
 */
export function typeOfId(schemas: SchemaRegistry, { id }: Resource): FieldType {
  if (id.parameter === undefined && id.property === undefined) return { kind: "bigint" };
  const own = id.property === undefined ? (id.parameterSchema ?? id.schema) : id.schema;
  const kind = propertyKind(schemas, own.json).type;
  return kind.kind === "json" || kind.kind === "boolean" || kind.kind === "double"
    ? { kind: "string", length: 255 }
    : kind;
}

/** The type of a parent's key. */
export function parentType(
  schemas: SchemaRegistry,
  resource: Resource,
  parent: Parent,
  target: ModelPlan | undefined,
): FieldType {
  const id = target?.entity.fields.find(({ name }) => name === target.id.field)?.type;
  const declared = declaredSchema(resource, parent);
  // In `/budgets/{budgetId}/accounts` the id may also be `last-used` instead of a UUID, and no request creates budgets.
  const isAnyText =
    id?.kind === "uuid" && !target?.isMade && declared && propertyKind(schemas, declared.json).type.kind !== "uuid";
  if (id !== undefined) return isAnyText ? { kind: "string", length: 255 } : id;
  const known = parent.resource?.id.schema ?? parent.resource?.id.parameterSchema ?? declared;
  return asKey(known ? propertyKind(schemas, known.json).type : { kind: "text" });
}

/** The schema of the path parameter, as an operation of the resource declares it. */
function declaredSchema({ roles }: Resource, { parameter }: Parent): Schema | undefined {
  return Object.values(roles)
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === "path" && one.name === parameter)?.schema;
}

/** The resource of the same records that has their path: users for `POST /teams/{id}/users`. */
export function homeOf(resource: Resource): Resource {
  return resource.members?.isMade ? resource.members.resource : resource;
}

/** The innermost resource whose records a path goes through. */
export function resourceAbove(path: string, resources: readonly Resource[]): Resource | undefined {
  const above = resources.filter(({ itemPath }) => itemPath !== undefined && path.startsWith(`${itemPath}/`));
  return above.toSorted((a, b) => (b.itemPath?.length ?? 0) - (a.itemPath?.length ?? 0))[0];
}

/** The foreign key to a parent. */
export function referenceTo(
  { entity, id }: ModelPlan,
  onDelete: Reference["onDelete"] = "CASCADE",
): Reference | undefined {
  const target = entity.fields.find(({ name }) => name === id.field);
  return target && { table: entity.table, column: target.column, onDelete, onUpdate: "CASCADE" };
}

/**
 * The service's names of the path parameters before the id, outermost first. The item path's names are used, because
 * they are unique.
 */
export function parentNames({ parents, roles, itemPath }: Resource): readonly string[] {
  const item = Object.values(roles).find(({ path }) => path === itemPath)?.template.parameters ?? [];
  return item.length === parents.length + 1 ? item.slice(0, -1) : parents.map(({ parameter }) => parameter);
}

/**
 * The parameters of a path by the service's names. Parents correspond by position.
 * @param hasId true if the path identifies a record
 * @returns `undefined` if the names are the same
 */
export function renamedParameters(
  { template: { parameters } }: Operation,
  resource: Resource,
  hasId: boolean,
): Readonly<Record<string, string>> | undefined {
  const { parameter } = resource.id;
  const names = [...parentNames(resource), ...(hasId && parameter !== undefined ? [parameter] : [])];
  if (parameters.length < names.length || names.every((name, at) => name === parameters[at])) return undefined;
  return Object.fromEntries(parameters.map((own, at) => [names[at] ?? own, own]));
}
