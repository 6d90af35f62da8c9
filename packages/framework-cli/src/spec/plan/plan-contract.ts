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
import { foldName, getOrMake, keywordsOf, objectProperties, schemaShape } from "@onespec/spec-core";
import { parametersOf } from "../../services/contract-options.js";
import { createActionGroups, createActionNames } from "./action-names.js";
import type {
  ActionPlan,
  ActionWork,
  ContractPlan,
  ModelPlan,
  PolicyPlan,
  ServicePlan,
  StatesPlan,
  UnkeptPromise,
} from "./contract-plan.js";
import { nameGroups, nameModels, relateModels } from "./name-models.js";
import { camel, kebab, UniqueNames } from "./names.js";
import { planCount, planWork } from "./plan-action.js";
import { keyedEntity, planDocuments, planDocumentWork } from "./plan-documents.js";
import { renamedParameters, resourceAbove } from "./plan-keys.js";
import { searchedProperties } from "./plan-list.js";
import { planModel } from "./plan-model.js";
import { planSchemas, takesPatches } from "./plan-schemas.js";
import { planSeeds } from "./plan-seeds.js";
import { listOptions, type NamedKeys, type NamedView, namedKeys, planService, viewScope } from "./plan-service.js";
import { SchemaFiles } from "./schema-files.js";

/** OpenAPI 3.2 also has `query` and the methods in `additionalOperations`. */
const SERVED: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

const WRITES: ReadonlySet<string> = new Set<ActionPlan["work"]["kind"]>(["create", "createMany", "update", "replace"]);

const ITEM_ROLES: ReadonlySet<string> = new Set<ResourceRole>(["read", "replace", "update", "delete"]);

/** Plans the parts of an application that answers the description. */
export function planContract(api: ApiDescription): ContractPlan {
  const { schemas, resources } = api;
  const states = new Set(resources.filter((resource) => isKept(api, resource)).map(({ stateKey }) => stateKey));
  const kept = resources.filter(({ stateKey }) => states.has(stateKey));
  const modelOf = planModels(api, kept);
  const models = [...modelOf.values()];
  const groups = nameGroups(resources);
  const groupOf = createActionGroups(api, groups);
  const files = new SchemaFiles(schemas);
  const views = planViews(api, modelOf);
  const keyed = planKeyed(api, modelOf);
  const serviceOf = new Map<string, string>();
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
    return [{ name, title: resource.collectionPath, options }];
  });
  const documentOf = planDocuments(api, modelOf, [...serviceOf.values()], files);
  const documents = [...documentOf.values()];
  /** The service of the record that a path goes through. */
  const ownerOf = ({ path }: Operation): string | undefined => {
    const nearest = resourceAbove(path, resources);
    const isOwner = nearest && modelOf.get(nearest.stateKey)?.isMade;
    return isOwner ? serviceOf.get(groups.get(nearest.name) ?? "") : undefined;
  };
  const actionName = createActionNames(api);
  const served = api.operations.filter(({ method }) => SERVED.has(method));
  const actions = served.map((operation): ActionPlan => {
    const found = keyed.get(operation) ?? views.get(operation);
    const role = found?.role ?? operation.role;
    const resource = "resource" in role ? role.resource : undefined;
    const group = groupOf(operation);
    const service = resource && serviceOf.get((found && groups.get(resource.name)) ?? group.name);
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
  // If several services have the same model, the first one counts.
  const optionsOf = new Map(services.toReversed().map(({ options }) => [options.model, options]));
  const seeded = models.flatMap((plan, index) => {
    const entity = entities[index];
    const options = entity && optionsOf.get(entity.name);
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
    unkept: [
      ...models.flatMap(conflictPromise),
      ...routed.flatMap((action) => [
        ...parameterPromises(schemas, action, services),
        ...filePromises(schemas, action, modelOf),
      ]),
    ],
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
  const isMade = api.resources.some((one) => one.stateKey === stateKey && one.roles.create);
  const isMaking = !isMade || operation.responses.some(({ status }) => status === "201");
  return !isMaking && takesPart(api, operation, role.resource) ? { ...role, kind: "update" } : role;
}

/** The parameters of a list or a search that its service does not read, and the header for repeated requests. */
function parameterPromises(
  schemas: SchemaRegistry,
  { operation, work }: ActionPlan,
  services: readonly ServicePlan[],
): UnkeptPromise[] {
  const options =
    work.kind === "list" || work.kind === "count"
      ? services.find(({ name }) => name === work.service)?.options
      : undefined;
  const list = "view" in work && work.view !== undefined ? options?.views?.[work.view]?.list : options?.list;
  const read = options && parametersOf(list ?? {});
  const searched = work.kind === "list" && work.asksByBody ? searchedProperties(schemas, operation) : [];
  const flags = searched.filter(({ name, inner }) => !inner && read?.has(name) === false);
  return [...operation.parameters, ...flags.map(({ name }) => ({ name, in: "query" }))]
    .filter((one) =>
      one.in === "header"
        ? foldName(one.name) === "idempotencykey"
        : one.in === "query" && read?.has(one.name) === false,
    )
    .map(({ name }) => ({ kind: "parameter", operation: placeOf(operation), name }));
}

/** The files in the form of a record that the model has no property for. */
function filePromises(
  schemas: SchemaRegistry,
  { operation, work }: ActionPlan,
  models: ReadonlyMap<string, ModelPlan>,
): UnkeptPromise[] {
  const { role } = operation;
  const model = WRITES.has(work.kind) && "resource" in role ? models.get(role.resource.stateKey) : undefined;
  if (!model) return [];
  const forms = (operation.requestBody?.content ?? []).filter(({ type }) => type.startsWith("multipart/"));
  return forms
    .flatMap(({ schema }) => [...objectProperties(schemas, schema?.json ?? true).values()])
    .filter(({ name, schema }) => keywordsOf(schemas, schema).format === "binary" && !model.properties.has(name))
    .map(({ name }) => ({ kind: "file", operation: placeOf(operation), name }));
}

function placeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
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
  const names = nameModels(kept);
  const sharing = new Map<string, Resource[]>();
  for (const resource of kept) getOrMake(sharing, resource.stateKey, (): Resource[] => []).push(resource);
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
  for (const { stateKey } of kept) plan(stateKey);
  return plans;
}

function noteOf({ entity, rest, id, resource }: ModelPlan): string {
  const fields = entity.fields.filter(({ hidden }) => !hidden).length;
  const key = id.isKey ? `its key is ${id.field}` : `${id.field} is unique below its parents`;
  const more = rest === undefined ? "" : `; other properties are kept in ${rest}`;
  return `${resource.collectionPath} is the model ${entity.name} (table ${entity.table}, ${fields} fields; ${key}${more}).`;
}

/**
 * A documented 409 that the application never answers, because the description does not say which values must be
 * unique.
 */
function conflictPromise({ entity: { name, fields, indexes }, resource }: ModelPlan): UnkeptPromise[] {
  const { create } = resource.roles;
  // If neither the database nor the application generates a key, the client sends it.
  const isUnique =
    fields.some((one) => one.unique || (one.primaryKey && !one.autoIncrement && one.default === undefined)) ||
    indexes.some(({ unique }) => unique);
  if (isUnique || create?.responses.every(({ status }) => status !== "409") !== false) return [];
  return [{ kind: "conflict", operation: placeOf(create), model: name }];
}
