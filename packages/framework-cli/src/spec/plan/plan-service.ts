import { type ListFilter, otherIds, pagingOf } from "@onespec/http-contract";
import {
  type FoundRecord,
  keywordsOf,
  type ListConvention,
  type Resource,
  type SchemaRegistry,
  type ViewRole,
} from "@onespec/spec-core";
import type {
  ContractId,
  ContractList,
  ContractOptions,
  ContractParent,
  ContractView,
} from "../../services/contract-options.js";
import type { ModelPlan } from "./contract-plan.js";
import { pascal, singular } from "./names.js";
import { idSentAs, parentNames } from "./plan-keys.js";
import { contradicts } from "./required-siblings.js";
import type { SchemaFiles } from "./schema-files.js";

/** Plans how a resource is stored in its model. */
export function planService(
  schemas: SchemaRegistry,
  resource: Resource,
  model: ModelPlan,
  files: SchemaFiles,
  modelOf: (resource: Resource) => ModelPlan | undefined,
  views: readonly NamedView[],
  keys: readonly NamedKeys[],
): ContractOptions {
  const { entity, properties, records } = model;
  const { id } = resource;
  const sentAs = idSentAs(schemas, model.resource, properties, records);
  const place = id.property !== undefined && id.property.length > 1 ? id.property : undefined;
  const named = (key: "showsNull" | "readOnly"): string[] =>
    [...properties].flatMap(([name, property]) => (property[key] ? [name] : []));
  const [nullable, readOnly] = [named("showsNull"), named("readOnly")];
  const names = [...properties].flatMap(([name, { sentAs = [] }]) => sentAs.map((sent) => [sent, name]));
  const agreeing = records.answers.filter((schema) => !contradicts(schemas, model.resource.schema, schema));
  const shapes = agreeing.map((schema) => files.nameOf(schema, pascal(singular(resource.name), "Record")));
  const list = resource.list && listOptions(schemas, resource.list);
  return {
    model: entity.name,
    ...(resource.name !== entity.table && { resource: resource.name }),
    id: {
      ...(id.parameter !== undefined && { parameter: id.parameter }),
      field: model.id.field,
      ...(place && { place }),
      ...idShape(schemas, resource, model),
      ...(sentAs !== undefined && { sentAs }),
      ...(keys.length > 0 && { by: keys }),
    },
    ...(resource.parents.length > 0 && { parents: planParents(schemas, resource, model, modelOf) }),
    ...(nullable.length > 0 && { nullable }),
    ...(readOnly.length > 0 && { readOnly }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(shapes.length > 0 && { shapes: [...new Set(shapes)] }),
    ...(model.rest !== undefined && { rest: model.rest }),
    ...(list && Object.keys(list).length > 0 && { list }),
    ...(views.length > 0 && {
      views: Object.fromEntries(
        views.map(({ name, role, scope }) => [
          name,
          { ...(Object.keys(scope).length > 0 && { scope }), list: listOptions(schemas, role.search ?? role.list) },
        ]),
      ),
    }),
  };
}

/** The field that each path parameter of `/users/by-email/{email}` names. */
export type NamedKeys = Readonly<Record<string, string>>;

/** @returns `undefined` for a path whose parameters are in no field of the model */
export function namedKeys({ by }: FoundRecord, { properties }: ModelPlan): NamedKeys | undefined {
  const isHeld = by.every(
    ({ property: [name = "", ...inner] }) => inner.length === 0 && isPlainField(properties, name),
  );
  return isHeld ? Object.fromEntries(by.map(({ parameter, property: [name = ""] }) => [parameter, name])) : undefined;
}

/** A view with the field that each of its path parameters restricts. */
export interface NamedView {
  readonly name: string;
  readonly role: ViewRole;
  readonly scope: NonNullable<ContractView["scope"]>;
}

/** @returns `undefined` for a view whose parameters are in no field of the model */
export function viewScope({ scope }: ViewRole, { parents, properties }: ModelPlan): NamedView["scope"] | undefined {
  const fields = scope.map(({ parameter, parent, property }) => {
    const [name = "", ...inner] = property ?? [];
    const own = inner.length > 0 ? properties.has(name) && property : isPlainField(properties, name) && name;
    return [parameter, parents.get(parent ?? "") ?? (own || undefined)] as const;
  });
  return fields.every(([, field]) => field !== undefined)
    ? (Object.fromEntries(fields) as NamedView["scope"])
    : undefined;
}

/** True for a property with a column that can be compared. */
function isPlainField(properties: ModelPlan["properties"], name: string): boolean {
  const kind = properties.get(name)?.kind.type.kind;
  return kind !== undefined && kind !== "json";
}

/**
 * Facts about the id that the record's schema does not have: its form in paths, and other fields that identify a
 * record.
 */
function idShape(schemas: SchemaRegistry, resource: Resource, model: ModelPlan): Partial<ContractId> {
  const { id } = resource;
  const taken = keywordsOf(schemas, id.parameterSchema?.json);
  const told = keywordsOf(schemas, id.schema.json);
  const isStricter = STRICT.some((keyword) => keyword in taken && !(keyword in told));
  const also = otherFields(schemas, resource, model, ["id", id.parameter ?? "id"]);
  return { ...(isStricter && { schema: taken }), ...(also.length > 0 && { also }) };
}

const STRICT = ["pattern", "enum", "minLength", "maxLength", "minimum", "maximum", "format"];

/** Other fields by which a path may name a parent. */
export function alsoNamed(schemas: SchemaRegistry, model: ModelPlan, parameter: string): Pick<ContractParent, "also"> {
  const also = otherFields(schemas, model.resource, model, [parameter]);
  return also.length > 0 ? { also } : {};
}

/**
 * The plain fields other than the id by which a path may identify a record. Fields with the names of its parameters come
 * first.
 */
function otherFields(
  schemas: SchemaRegistry,
  resource: Resource,
  { id, properties }: ModelPlan,
  parameters: readonly string[],
): readonly string[] {
  const told = parameters.flatMap((parameter) => otherIds(schemas, [resource], parameter).names);
  const named = [...parameters, ...told].filter((name) => name !== id.field && isPlainField(properties, name));
  return [...new Set(named)];
}

/** Finds the parents of another resource with the same records: by the fields that repeat them, or else by position. */
function planParents(
  schemas: SchemaRegistry,
  resource: Resource,
  model: ModelPlan,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): ContractParent[] {
  const own = [...model.parents.values()];
  const names = parentNames(resource);
  return resource.parents.flatMap((parent, at): ContractParent[] => {
    const { parameter, property } = parent;
    const below = at === names.length - 1 ? model.makers.get(resource) : undefined;
    const named =
      below ?? model.parents.get(parameter) ?? (property?.length === 1 ? property[0] : undefined) ?? own[at];
    if (named === undefined || !model.entity.fields.some(({ name }) => name === named)) return [];
    const above = parent.resource;
    const target = above && modelOf(above);
    return [
      {
        parameter: names[at] ?? parameter,
        field: named,
        ...(above &&
          target?.isMade && {
            model: target.entity.name,
            modelField: target.id.field,
            ...alsoNamed(schemas, target, parameter),
            ...(above.name !== target.entity.table && { resource: above.name }),
          }),
        ...(property !== undefined && property.length > 1 && { place: property }),
      },
    ];
  });
}

/** The parameters and the paging of a list, as options of its service. */
export function listOptions(schemas: SchemaRegistry, list: ListConvention): ContractList {
  const { shape, sort, fields, search, filters, selectors } = list;
  const { cursor, ...paging } = pagingOf(schemas, list);
  const isShown = shape.kind === "envelope" && shape.nextAt !== undefined;
  return {
    ...paging,
    // If no answer contains the cursor, it can only be an id.
    ...(cursor && { cursor: { ...cursor, kind: isShown ? cursor.kind : "id" } }),
    ...(sort && {
      sort: {
        parameter: sort.parameter.name,
        ...(sort.direction && { direction: sort.direction.name }),
        ...(sort.values && { values: sort.values }),
      },
    }),
    ...(fields && { fields: fields.name }),
    ...(search && { search: search.name }),
    ...(filters.length > 0 && {
      filters: filters.map(
        ({ parameter, at, property, operator, prefix, all }): ListFilter => ({
          parameter: parameter.name,
          ...(at.length > 0 && { at }),
          property,
          operator,
          ...(prefix && { prefix }),
          ...(all && { all }),
        }),
      ),
    }),
    ...(selectors.length > 0 && { selectors: selectors.map(({ parameter }) => parameter.name) }),
  };
}
