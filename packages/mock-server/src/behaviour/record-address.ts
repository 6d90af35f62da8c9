import { coerceValue, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  type Operation,
  type Parent,
  type Resource,
  type SchemaRegistry,
  type ViewScope,
} from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import type { RecordAddress, ResourceStates, ScopePattern } from "../model/resource-states.js";
import type { Condition, PropertyPath } from "../store/record-store.js";

export type AddressReader = (texts: Readonly<Record<string, string>>) => RecordAddress;

/**
 * Reads addresses out of the paths of one operation. Parents go by their positions, as item paths may spell them
 * differently than collection paths do. @param view what the parameters of a view restrict
 */
export function addressReader(
  schemas: SchemaRegistry,
  states: ResourceStates,
  operation: Operation,
  resource: Resource,
  view?: readonly ViewScope[],
): AddressReader {
  const names = operation.template.parameters;
  const { owner } = states.of(resource);
  const parentNames = resource.parents.map((parent, index) =>
    view ? view.find((one) => one.parent === parent.parameter)?.parameter : names[index],
  );
  const ownerIndexes = owner.parents.map((parent, index) =>
    owner === resource ? index : resource.parents.findIndex((own) => isSameParent(own, parent)),
  );
  const extra = resource.parents.flatMap(({ property, kind }, index) =>
    ownerIndexes.includes(index) || !property ? [] : [{ name: parentNames[index], property, kind }],
  );
  const { role } = operation;
  const finds = role.kind === "operation" && role.finds?.role.resource === resource ? role.finds : undefined;
  const keys = finds?.by ?? [];
  const restricting = (view ?? []).flatMap(({ parameter, parent, property }) =>
    parent === undefined && property ? [{ name: parameter, property, kind: undefined }] : [],
  );
  const named = keys.map(({ parameter, property }) => ({ name: parameter, property, kind: undefined }));
  const conditions = [...extra, ...restricting, ...named].map(({ name, property, kind }) => ({
    name,
    property,
    kinds: kind ? [{ ...kind, operator: "eq" as const }] : [],
    read: propertyReader(schemas, resource, property),
  }));
  const wildcards = new Map(names.map((name) => [name, wildcardOf(operation, name)]));
  const last = names[resource.parents.length] ?? names.at(-1) ?? "";
  const parameter = finds?.sent ?? keys.at(-1)?.parameter ?? last;
  if (parentNames.length === 0 && ownerIndexes.length === 0 && conditions.length === 0)
    return (texts) => ({ parents: NONE, scope: NONE, where: NONE, key: texts[parameter] ?? "", parameter });
  return (texts) => {
    const textOf = (name: string | undefined): string | undefined => {
      const text = name === undefined ? undefined : texts[name];
      return text !== undefined && name !== undefined && text === wildcards.get(name) ? undefined : text;
    };
    const parents = parentNames.map(textOf);
    return {
      parents,
      scope: ownerIndexes.map((index) => parents[index]),
      where: conditions.flatMap(({ name, property, kinds, read }): Condition[] => {
        const text = textOf(name);
        return text === undefined ? [] : [{ property, operator: "eq", value: read(text) }, ...kinds];
      }),
      key: texts[parameter] ?? "",
      parameter,
      ...(keys.length > 0 && { isByProperties: true }),
    };
  };
}

const NONE: readonly never[] = [];

/**
 * The text that stands for all parents in the path of a list, as the description says: "specify `~` as the dag_id to retrieve the runs of
 * all DAGs", or a parameter that takes nothing else.
 */
function wildcardOf({ role, description = "", parameters }: Operation, name: string): string | undefined {
  if (role.kind !== "list" && role.kind !== "view") return undefined;
  const declared = parameters.find((one) => one.in === "path" && one.name === name);
  const json = declared?.schema.json;
  const only =
    typeof json === "object" ? (json.const ?? (json.enum?.length === 1 ? json.enum[0] : undefined)) : undefined;
  if (typeof only === "string" && WILDCARD.test(only)) return only;
  const told = [
    declared?.description ?? "",
    ...description.split(/\.\s/).filter((sentence) => sentence.includes(name)),
  ];
  return told.flatMap((text) =>
    /\ball\b|\bany\b|\bacross\b/i.test(text) ? (/[`"'](~|-|\*|_all)[`"']/.exec(text)?.[1] ?? []) : [],
  )[0];
}

const WILDCARD = /^(?:[~*-]|_all)$/;

/**
 * Values of a resource's parents in terms of the resource that keeps its records; `undefined` for those that only the owner has.
 * @param values the last is that of the innermost parent
 */
export function scopeIn(owner: Resource, parents: readonly Parent[], values: ScopePattern): ScopePattern {
  return owner.parents.map((parent) => {
    const fromEnd = parents.length - parents.findIndex((own) => isSameParent(own, parent));
    return fromEnd > parents.length ? undefined : values.at(-fromEnd);
  });
}

function isSameParent(a: Parent, b: Parent): boolean {
  if (a.resource && b.resource) return a.resource.stateKey === b.resource.stateKey;
  return foldName(a.parameter) === foldName(b.parameter);
}

function propertyReader(
  schemas: SchemaRegistry,
  resource: Resource,
  property: PropertyPath,
): (text: string) => unknown {
  const json = schemaAt(schemas, resource.schema, property)?.json ?? true;
  return (text) => coerceValue(schemas, json, text);
}

/** True if the record in a path exists. Takes the texts of the path parameters. */
export type RecordExists = (texts: Readonly<Record<string, string>>) => Promise<boolean>;

/**
 * For operations on one record. Descriptions limit path parameters more than ids (`maximum: 10` in the classic pet store); a
 * path that names a record the server has made is right whatever they say.
 */
export function recordExists({ schemas, states }: MockContext, operation: Operation): RecordExists | undefined {
  const { role } = operation;
  switch (role.kind) {
    case "read":
    case "replace":
    case "update":
    case "delete":
    case "action": {
      // Further parameters below the record have nothing to do with it.
      if (operation.template.parameters.length !== role.resource.parents.length + 1) return undefined;
      const state = states.of(role.resource);
      const read = addressReader(schemas, states, operation, role.resource);
      return async (texts) => {
        const { scope, where, key } = read(texts);
        return key !== "" && (await state.find({ scope, where }, key)) !== undefined;
      };
    }
    case "list":
    case "create":
    case "view":
    case "singleton":
    case "operation":
      return undefined;
  }
}
