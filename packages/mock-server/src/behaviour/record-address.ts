import { coerceValue } from "@onespec/http-requests";
import type { Operation, Parent, Resource, SchemaRegistry, ViewScope } from "@onespec/spec-core";
import { schemaAt } from "../response/schema-at.js";
import type { Condition, PropertyPath } from "../store/record-store.js";
import type { ResourceStates, ScopePattern } from "./resource-state.js";

/** Which records a path means. */
export interface RecordAddress {
  /** Values of the resource's own parents, outermost first; `undefined` where the path does not say. */
  readonly parents: ScopePattern;
  /** The same in terms of the resource that keeps the records. */
  readonly scope: ScopePattern;
  /** What else the path asks of the records: parents that the keeping resource does not have. */
  readonly where: readonly Condition[];
  /** The last path parameter: the record's id, on an item path. */
  readonly key: string;
  /** Name of that parameter. */
  readonly parameter: string;
}

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
  const extra = resource.parents.flatMap(({ property }, index) =>
    ownerIndexes.includes(index) || !property ? [] : [{ name: parentNames[index], property }],
  );
  const restricting = (view ?? []).flatMap(({ parameter, parent, property }) =>
    parent === undefined && property ? [{ name: parameter, property }] : [],
  );
  const conditions = [...extra, ...restricting].map(({ name, property }) => ({
    name,
    property,
    read: propertyReader(schemas, resource, property),
  }));
  const parameter = names[resource.parents.length] ?? names.at(-1) ?? "";
  if (parentNames.length === 0 && ownerIndexes.length === 0 && conditions.length === 0)
    return (texts) => ({ parents: NONE, scope: NONE, where: NONE, key: texts[parameter] ?? "", parameter });
  return (texts) => {
    const textOf = (name: string | undefined): string | undefined => (name === undefined ? undefined : texts[name]);
    const parents = parentNames.map(textOf);
    return {
      parents,
      scope: ownerIndexes.map((index) => parents[index]),
      where: conditions.flatMap(({ name, property, read }): Condition[] => {
        const text = textOf(name);
        return text === undefined ? [] : [{ property, operator: "eq", value: read(text) }];
      }),
      key: texts[parameter] ?? "",
      parameter,
    };
  };
}

const NONE: readonly never[] = [];

function isSameParent(a: Parent, b: Parent): boolean {
  if (a.resource && b.resource) return a.resource.stateKey === b.resource.stateKey;
  return fold(a.parameter) === fold(b.parameter);
}

function fold(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

function propertyReader(
  schemas: SchemaRegistry,
  resource: Resource,
  property: PropertyPath,
): (text: string) => unknown {
  const json = schemaAt(schemas, resource.schema, property)?.json ?? true;
  return (text) => coerceValue(schemas, json, text);
}
