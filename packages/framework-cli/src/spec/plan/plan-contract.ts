import { takesPart } from "@onespec/http-contract";
import type {
  ApiDescription,
  FoundRecord,
  JsonSchema,
  ListConvention,
  Operation,
  Resource,
  ResourceRole,
  Role,
  SchemaRegistry,
  ViewRole,
} from "@onespec/spec-core";
import { getOrMake, objectProperties, schemaShape } from "@onespec/spec-core";
import { type ContractOptions, parametersOf } from "../../services/contract-options.js";
import { createActionGroups, createActionNames } from "./action-names.js";
import type {
  ActionPlan,
  ActionWork,
  ContractPlan,
  ModelPlan,
  PolicyPlan,
  ServicePlan,
  StatesPlan,
} from "./contract-plan.js";
import { nameGroups, nameModels, relateModels } from "./name-models.js";
import { camel, kebab, UniqueNames } from "./names.js";
import { planCount, planWork } from "./plan-action.js";
import { keyedEntity, planDocuments, planDocumentWork } from "./plan-documents.js";
import { homeOf, renamedParameters, resourceAbove } from "./plan-keys.js";
import { searchedProperties } from "./plan-list.js";
import { planModel } from "./plan-model.js";
import { planSchemas, takesPatches } from "./plan-schemas.js";
import { planSeeds } from "./plan-seeds.js";
import { listOptions, type NamedKeys, type NamedView, namedKeys, planService, viewScope } from "./plan-service.js";
import { SchemaFiles } from "./schema-files.js";
import { placeOf, unkeptPromises, WRITES } from "./unkept-promises.js";

/** OpenAPI 3.2 also has `query` and the methods in `additionalOperations`. */
const SERVED: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

const ITEM_ROLES: ReadonlySet<string> = new Set<ResourceRole>(["read", "replace", "update", "delete"]);

/** Plans the parts of an application that answers the description. */
export function planContract(api: ApiDescription): ContractPlan {
  const { schemas, resources } = api;
  const states = new Set(resources.filter((resource) => isKept(api, resource)).map(({ stateKey }) => stateKey));
  const kept = resources.filter(({ stateKey }) => states.has(stateKey));
  const modelOf = planModels(api, kept);
  const models = [...new Set(modelOf.values())];
  const groups = nameGroups(resources);
  const groupOf = createActionGroups(api, groups);
  const files = new SchemaFiles(schemas);
  const views = planViews(api, modelOf);
  const keyed = planKeyed(api, modelOf);
  const serviceOf = new Map<string, string>();
  /** If several services have the same model, the first one counts. */
  const optionsOf = new Map<ModelPlan, ContractOptions>();
  const services = kept.flatMap((resource): ServicePlan[] => {
    const model = modelOf.get(resource.stateKey);
    const group = groups.get(resource.name);
    if (model === undefined || group === undefined) return [];
    const ownViews = [...views.values()].filter(({ role }) => role.resource === resource);
    const ownKeys = [...keyed.values()].filter(({ role }) => role.resource === resource).map(({ keys }) => keys);
    const distinct = [...new Map(ownKeys.map((keys) => [JSON.stringify(keys), keys])).values()];
    const find = (one: Resource): ModelPlan | undefined => modelOf.get(one.stateKey);
    const options = planService(schemas, resource, model, files, find, ownViews, distinct);
    const name = camel(group, "records");
    serviceOf.set(group, name);
    if (homeOf(resource) === resource) optionsOf.set(model, optionsOf.get(model) ?? options);
    return [{ name, title: resource.collectionPath, options }];
  });
  const keeping = ({ name }: Resource): string | undefined => serviceOf.get(groups.get(name) ?? "");
  const documentOf = planDocuments(api, modelOf, [...serviceOf.values()], keeping, files);
  const documents = [...documentOf.values()];
  /** The service of the record that a path goes through. */
  const ownerOf = ({ path }: Operation): string | undefined => {
    const nearest = resourceAbove(path, resources);
    const isOwner = nearest && modelOf.get(nearest.stateKey)?.isMade;
    return isOwner ? keeping(nearest) : undefined;
  };
  const actionName = createActionNames(api);
  const served = api.operations.filter(({ method }) => SERVED.has(method));
  const actions = served.map((operation): ActionPlan => {
    const found = keyed.get(operation) ?? views.get(operation);
    const role = found?.role ?? operation.role;
    const first = role.kind === "operation" && role.finds?.isFirst ? role.finds.role.resource : undefined;
    const resource = "resource" in role ? role.resource : first;
    const group = groupOf(operation);
    const service = resource && (found || first ? keeping(resource) : serviceOf.get(group.name));
    const model = resource && modelOf.get(resource.stateKey);
    const keeper = service && model ? { service, model } : undefined;
    const planned =
      role.kind === "singleton"
        ? planDocumentWork(schemas, operation, role, documentOf.get(role.key))
        : (planCount(schemas, operation, keeper, views.get(operation)) ??
          planWork(schemas, operation, effectOf(api, operation, role), keeper, files, views.get(operation)?.name));
    const isPatched = planned.kind === "update" && planned.body.length === 0 && takesPatches(operation);
    const isNamed = resource && role === operation.role && role.kind !== "view";
    const params = isNamed ? renamedParameters(operation, resource, ITEM_ROLES.has(role.kind)) : undefined;
    const owner = ownerOf(operation);
    const work: ActionWork =
      planned.kind === "stub"
        ? { ...planned, ...(owner !== undefined && { owner }) }
        : { ...planned, ...(isPatched && { takesPatches: true }), ...(params && { params }) };
    return {
      group: group.name,
      action: actionName(operation, work.kind, group),
      operation,
      work,
      ...planSchemas(operation, files, { isKept: WRITES.has(work.kind), takesPatches: isPatched }),
    };
  });
  const { routed, doubles } = withoutDoubles(actions);
  const entities = relateModels(models);
  const unwritten = planStates(routed, [...serviceOf.values(), ...documents.map(({ name }) => name)]);
  const seeded = models.flatMap((plan, index) => {
    const entity = entities[index];
    const options = optionsOf.get(plan);
    return entity && options ? [{ plan, entity, options }] : [];
  });
  return {
    entities: [...entities, ...documents.map(({ entity }) => entity), ...(unwritten?.entity ? [unwritten.entity] : [])],
    secrets: models.flatMap(({ entity, properties }) =>
      entity.fields
        .filter(({ name, type }) => properties.get(name)?.isSecret && (type.kind === "string" || type.kind === "text"))
        .map(({ name }) => ({ model: entity.name, field: name })),
    ),
    services,
    documents,
    seeds: planSeeds(schemas, seeded),
    actions: routed,
    policies: planPolicies(api, routed),
    states: unwritten,
    schemas: new Map([...files.files].sort(([a], [b]) => (a < b ? -1 : 1))),
    notes: [
      ...models.map(noteOf),
      ...documents.map(
        ({ title, entity }) => `${title} is a document of the model ${entity.name} (table ${entity.table}).`,
      ),
      ...doubles,
      ...api.operations
        .filter((operation) => !served.includes(operation))
        .map((operation) => `${placeOf(operation)} is left out: actions do not answer that method.`),
    ],
    unkept: unkeptPromises(schemas, modelOf, services, routed),
  };
}

/** The service for operations that are not written yet. It has a model, unless all of them answer with a record. */
function planStates(actions: readonly ActionPlan[], taken: readonly string[]): StatesPlan | undefined {
  const stubs = actions.flatMap(({ work }) => (work.kind === "stub" ? [work] : []));
  if (stubs.length === 0) return undefined;
  const isKnown = stubs.every((stub) => stub.owner !== undefined && stub.record);
  return {
    name: new UniqueNames(taken).take("operationStates"),
    entity: isKnown ? undefined : keyedEntity("OperationState", "operation_states", "place", "state"),
  };
}

/** A `PUT` whose body contains only changes is an update, unless it also creates records. */
function effectOf(api: ApiDescription, operation: Operation, role: Role): Role {
  if (role.kind !== "replace") return role;
  const { stateKey } = role.resource;
  const isMade = api.resources.some((one) => homeOf(one).stateKey === stateKey && one.roles.create);
  const isMaking = !isMade || operation.responses.some(({ status }) => status === "201");
  return !isMaking && takesPart(api, operation, role.resource) ? { ...role, kind: "update" } : role;
}

/** The views of stored resources. Each has a unique name within its resource. */
function planViews(api: ApiDescription, models: ReadonlyMap<string, ModelPlan>): ReadonlyMap<Operation, NamedView> {
  const names = new Map<Resource, UniqueNames>();
  const views = new Map<Operation, NamedView>();
  for (const operation of api.operations) {
    const role = countedView(operation) ?? operation.role;
    if (role.kind !== "view") continue;
    const model = models.get(role.resource.stateKey);
    const scope = model && viewScope(role, model);
    if (scope === undefined || (role.search && !isReadable(api.schemas, operation, role.search))) continue;
    const taken = getOrMake(names, role.resource, () => new UniqueNames());
    views.set(operation, { name: taken.take(camel(operation.id, "view")), role, scope });
  }
  return views;
}

/** The records that `GET /pets/count` counts. */
function countedView({ role, method }: Operation): ViewRole | undefined {
  const { counts } = role.kind === "operation" ? role : {};
  return counts && method === "get" ? { kind: "view", ...counts, scope: [] } : undefined;
}

/**
 * True for a search whose body the service's list can read completely, except flags such as `count: true`. Other
 * searches are left to the user.
 */
function isReadable(schemas: SchemaRegistry, operation: Operation, search: ListConvention): boolean {
  const read = parametersOf(listOptions(schemas, search));
  const isFlag = (json: JsonSchema): boolean => [...schemaShape(schemas, json).types].join() === "boolean";
  const sent = searchedProperties(schemas, operation).flatMap(({ inner, ...property }) => inner ?? property);
  const isKnown = sent.every(({ name, schema }) => read.has(name) || isFlag(schema));
  return isKnown && sent.some(({ name }) => read.has(name));
}

/** The operations on records that are identified by properties, if the model has these properties. */
function planKeyed(api: ApiDescription, models: ReadonlyMap<string, ModelPlan>): ReadonlyMap<Operation, KeyedRole> {
  const keyed = new Map<Operation, KeyedRole>();
  for (const operation of api.operations) {
    const finds = operation.role.kind === "operation" ? operation.role.finds : undefined;
    const model = finds && models.get(finds.role.resource.stateKey);
    const isNamed = finds && finds.by.length > 0 && finds.role.resource.itemPath !== undefined;
    const keys = isNamed && model ? namedKeys(finds, model) : undefined;
    if (finds && keys && finds.role.kind !== "action") keyed.set(operation, { role: finds.role, keys });
  }
  return keyed;
}

interface KeyedRole {
  readonly role: FoundRecord["role"];
  readonly keys: NamedKeys;
}

function planPolicies({ securitySchemes }: ApiDescription, actions: readonly ActionPlan[]): readonly PolicyPlan[] {
  const required = new Set(actions.flatMap(({ operation }) => operation.security.flat().map(({ scheme }) => scheme)));
  const names = new UniqueNames();
  return [...securitySchemes].flatMap(([schemeName, scheme]) =>
    required.has(schemeName) ? [{ name: names.take(kebab(schemeName, "security")), schemeName, scheme }] : [],
  );
}

/**
 * Removes operations with duplicate paths. Paths that differ only in the names of their parameters are the same
 * (OpenAPI 3.1, "Paths Object"). Keeps an operation that does something, or else the first one.
 */
function withoutDoubles(actions: readonly ActionPlan[]): {
  readonly routed: readonly ActionPlan[];
  readonly doubles: readonly string[];
} {
  const kept = new Map<string, ActionPlan>();
  const doubles: string[] = [];
  for (const action of actions) {
    const { method, path } = action.operation;
    const key = `${method} ${path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "")}`;
    const other = kept.get(key);
    if (other !== undefined) {
      const isBetter = other.work.kind === "stub" && action.work.kind !== "stub";
      const dropped = isBetter ? other : action;
      doubles.push(
        `${method.toUpperCase()} ${dropped.operation.path} is left out: another path differs only in the names of its parameters.`,
      );
      if (!isBetter) continue;
    }
    kept.set(key, action);
  }
  return { routed: [...kept.values()], doubles };
}

/** True if a resource is stored in a model: its records are objects with properties, and some operation stores them. */
function isKept({ schemas }: ApiDescription, { schema, roles, itemPath }: Resource): boolean {
  const { create, replace, update, read, list } = roles;
  const isStored =
    itemPath === undefined ? create && list : (create ?? replace ?? update ?? read ?? (list && roles.delete));
  if (isStored === undefined) return false;
  return objectProperties(schemas, schema.json).size > 0;
}

/** Parents come first, so that foreign keys know their targets. */
function planModels(api: ApiDescription, kept: readonly Resource[]): ReadonlyMap<string, ModelPlan> {
  const names = nameModels(kept.filter((one) => homeOf(one) === one));
  const sharing = new Map<string, Resource[]>();
  for (const resource of kept) getOrMake(sharing, homeOf(resource).stateKey, (): Resource[] => []).push(resource);
  const plans = new Map<string, ModelPlan>();
  const underway = new Set<string>();
  const plan = (key: string): ModelPlan | undefined => {
    const known = plans.get(key);
    const resources = sharing.get(key);
    const name = names.get(key);
    if (known || underway.has(key) || resources === undefined || name === undefined) return known;
    underway.add(key);
    const made = planModel(api, resources, name, (resource) => plan(resource.stateKey));
    plans.set(key, made);
    return made;
  };
  for (const one of kept) {
    const made = plan(homeOf(one).stateKey);
    if (made) plans.set(one.stateKey, made);
  }
  return plans;
}

function noteOf({ entity, rest, id, resource }: ModelPlan): string {
  const fields = entity.fields.filter(({ hidden }) => !hidden).length;
  const key = id.isKey ? `its key is ${id.field}` : `${id.field} is unique below its parents`;
  const more = rest === undefined ? "" : `; other properties are kept in ${rest}`;
  return `${resource.collectionPath} is the model ${entity.name} (table ${entity.table}, ${fields} fields; ${key}${more}).`;
}
