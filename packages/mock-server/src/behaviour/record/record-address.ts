import { type Answer, notFoundProblem, type Problem, schemaAt, selectError } from "@onespec/http-contract";
import {
  foldName,
  type Operation,
  type Parent,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  type ViewScope,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import type { RecordAddress, ResourceStates, ScopePattern } from "../../model/resource-states.js";
import {
  type Awaitable,
  after,
  type Condition,
  type PropertyPath,
  type StoredRecord,
} from "../../store/record-store.js";
import { parentValue } from "./record-key.js";

type AddressReader = (texts: Readonly<Record<string, string>>) => RecordAddress;

/**
 * Reads record addresses from the paths of one operation. Parents are matched by their position, because item paths and collection paths
 * may name them differently. @param view the restrictions that the parameters of a view set
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
  const exists = role.kind === "operation" && role.exists?.resource === resource ? role.exists : undefined;
  const keys = (finds ?? exists)?.by ?? [];
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
 * The path text that means all parents of a list. The description names it, as in "specify `~` as the dag_id to retrieve the runs of all
 * DAGs", or the parameter allows nothing else.
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
 * Converts the values of a resource's parents to the scope of the resource that owns its records. A parent that only the owner has is
 * `undefined`.
 * @param values the innermost parent comes last
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
  const { items = json } = schemaShape(schemas, json);
  return (text) => parentValue(schemas, items, text);
}

/** True if the record in a path exists. Takes the texts of the path parameters. */
type RecordExists = (texts: Readonly<Record<string, string>>) => Promise<boolean>;

/**
 * For operations on one record. Some descriptions limit path parameters more than ids (`maximum: 10` in the classic pet store). The path of
 * an existing record is valid anyway.
 */
export function recordExists({ schemas, states }: MockContext, operation: Operation): RecordExists | undefined {
  const { role } = operation;
  switch (role.kind) {
    case "read":
    case "replace":
    case "update":
    case "delete":
    case "action": {
      // Parameters after the id of the record do not identify it.
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

/**
 * The problem of a parent in the path that does not exist. Three kinds of parents are not checked: those without a resource, those that
 * have no records and cannot be created, and those whose ids no client can know.
 * @param values of the resource's parents, outermost first
 */
export async function absentParent(
  states: ResourceStates,
  resource: Resource,
  values: ScopePattern,
): Promise<Problem | undefined> {
  for (const [index, parent] of resource.parents.entries()) {
    const key = values[index];
    if (!parent.resource || key === undefined) continue;
    const state = states.of(parent.resource);
    if (!state.isDiscoverable(parent.resource)) continue;
    const { collection, isCreatable, owner, find } = state;
    const own = parent.resource.parents;
    const scope = scopeIn(owner, own, values.slice(Math.max(0, index - own.length), index));
    if ((await collection.has(scope, key)) || (await find({ scope, where: [], parameter: parent.parameter }, key)))
      continue;
    if (isCreatable || (await collection.count()) > 0) return absentRecord(parent.resource, parent.parameter, key);
  }
  return undefined;
}

/** Finds the record in a path. */
interface RecordFinder {
  /** The path may also name the record by another property than its id. */
  find(
    texts: Call["pathTexts"],
  ): Awaitable<{ readonly address: RecordAddress; readonly found: StoredRecord | undefined }>;
  /** Answers that the record, or a parent in its path, does not exist. @param parameter names the record; `undefined` if the body does */
  refuse(address: RecordAddress, parameter?: string, key?: string): Promise<Answer>;
}

export function recordFinder(context: MockContext, operation: Operation, resource: Resource): RecordFinder {
  const { schemas, states, seeds } = context;
  const state = states.of(resource);
  const read = addressReader(schemas, states, operation, resource);
  return {
    find(texts) {
      const address = read(texts);
      return after(seeds.fill(resource, address.scope), () =>
        after(state.find(address, address.key), (found) => ({ address, found })),
      );
    },
    async refuse(address, ...[parameter, key]) {
      const absent = await absentParent(states, resource, address.parents);
      return context.refuse(operation, absent ?? absentRecord(resource, parameter, key ?? address.key));
    },
  };
}

/**
 * The problem of a record that does not exist. @param parameter has its id in the path, the query or the body; `undefined` if the record in
 * the body has it
 */
export function absentRecord(resource: Resource, parameter: string | undefined, key: string): Problem {
  const place =
    parameter === undefined
      ? { in: "body", path: `/${(resource.id.property ?? []).join("/")}` }
      : { in: placeOf(resource, parameter), path: `/${parameter}` };
  return notFoundProblem("Not found", { ...place, message: `${resource.name} has no record ${JSON.stringify(key)}` });
}

/** `POST /recipients/get` names its record in the body, `GET /recipients.info` in the query. */
function placeOf({ roles }: Resource, parameter: string): "body" | "query" | "path" {
  const naming = Object.values(roles).find(({ role }) => role.kind === "operation" && role.finds?.sent === parameter);
  if (!naming) return "path";
  return naming.method === "get" ? "query" : "body";
}

/**
 * The problem of an absent record above the operation's path. Returns `undefined` if the operation does not document 404: then the path is
 * not checked (docs/decisions/0002, "Absent parents").
 */
export function absentAncestorOf(
  context: MockContext,
  operation: Operation,
): ((texts: Call["pathTexts"]) => Promise<Problem | undefined>) | undefined {
  const resource = ancestorOf(context.api.resources, operation);
  if (!resource?.itemPath || !selectError(operation, 404)) return undefined;
  const { schemas, states } = context;
  const state = states.of(resource);
  if (!state.isDiscoverable(resource)) return undefined;
  const read = addressReader(schemas, states, operation, resource);
  return async (texts) => {
    const address = read(texts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return absent;
    await context.seeds.fill(resource, address.scope);
    if (await state.find(address, address.key)) return undefined;
    const canExist = state.isCreatable || (await state.collection.count()) > 0;
    return canExist ? absentRecord(resource, address.parameter, address.key) : undefined;
  };
}

/** The resource with the longest item path that the operation's path begins with. */
export function ancestorOf(resources: readonly Resource[], operation: Pick<Operation, "path">): Resource | undefined {
  const path = `${anonymous(operation.path)}/`;
  let best: Resource | undefined;
  for (const resource of resources) {
    const { itemPath } = resource;
    if (itemPath === undefined || !path.startsWith(`${anonymous(itemPath)}/`)) continue;
    if (itemPath.split("/").length > (best?.itemPath?.split("/").length ?? 0)) best = resource;
  }
  return best;
}

function anonymous(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "");
}
