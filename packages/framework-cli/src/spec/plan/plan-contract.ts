import type { ApiDescription, FoundRecord, Operation, Resource, ResourceRole } from "@onespec/spec-core";
import { foldName, getOrMake, objectProperties } from "@onespec/spec-core";
import { parametersOf } from "../../services/contract-options.js";
import { createActionGroups, createActionNames } from "./action-names.js";
import type {
  ActionPlan,
  ActionWork,
  ContractPlan,
  ModelPlan,
  PolicyPlan,
  ServicePlan,
  UnkeptPromise,
} from "./contract-plan.js";
import { nameGroups, nameModels, relateModels } from "./name-models.js";
import { camel, kebab, UniqueNames } from "./names.js";
import { planWork } from "./plan-action.js";
import { keyedEntity, planDocuments, planDocumentWork } from "./plan-documents.js";
import { isKnowable, renamedParameters, resourceAbove } from "./plan-keys.js";
import { planModel } from "./plan-model.js";
import { planSchemas, takesPatches } from "./plan-schemas.js";
import { planSeeds } from "./plan-seeds.js";
import { type NamedKeys, type NamedView, namedKeys, planService, viewScope } from "./plan-service.js";
import { SchemaFiles } from "./schema-files.js";

/** OpenAPI 3.2 knows more: `query`, and whatever `additionalOperations` name. */
const SERVED: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

const WRITES: ReadonlySet<string> = new Set<ActionPlan["work"]["kind"]>(["create", "createMany", "update", "replace"]);

const ITEM_ROLES: ReadonlySet<string> = new Set<ResourceRole>(["read", "replace", "update", "delete"]);

/** Plans the parts of an application that answers the description. */
export function planContract(api: ApiDescription): ContractPlan {
  const { schemas } = api;
  const states = new Set(api.resources.filter((resource) => isKept(api, resource)).map(({ stateKey }) => stateKey));
  const kept = api.resources.filter(({ stateKey }) => states.has(stateKey));
  const models = planModels(api, kept);
  const groups = nameGroups(api.resources);
  const groupOf = createActionGroups(api, groups);
  const files = new SchemaFiles(schemas);
  const serviceOf = new Map<string, string>();
  const views = planViews(api, models);
  const keyed = planKeyed(api, models);
  const services = kept.flatMap((resource): ServicePlan[] => {
    const model = models.get(resource.stateKey);
    const group = groups.get(resource.name);
    if (model === undefined || group === undefined) return [];
    const options = planService(
      schemas,
      resource,
      model,
      files,
      (one) => models.get(one.stateKey),
      [...views.values()].filter(({ role }) => role.resource === resource),
      distinct([...keyed.values()].filter(({ role }) => role.resource === resource).map(({ keys }) => keys)),
    );
    serviceOf.set(group, camel(group, "records"));
    return [{ name: camel(group, "records"), title: resource.collectionPath, options }];
  });
  const ownerOf = ({ path }: Operation): { readonly owner?: string } => {
    const nearest = resourceAbove(path, api.resources);
    const owner =
      nearest && isKnowable(nearest) && models.get(nearest.stateKey)?.isMade ? groups.get(nearest.name) : undefined;
    const service = owner === undefined ? undefined : serviceOf.get(owner);
    return service === undefined ? {} : { owner: service };
  };
  const documents = planDocuments(api, models, [...serviceOf.values()], files);
  const actionName = createActionNames(api);
  const served = api.operations.filter(({ method }) => SERVED.has(method));
  const actions = served.map((operation): ActionPlan => {
    const found = keyed.get(operation);
    const role = found?.role ?? operation.role;
    const resource = "resource" in role ? role.resource : undefined;
    const group = groupOf(operation);
    const service = resource && serviceOf.get((found && groups.get(resource.name)) ?? group.name);
    const model = resource && models.get(resource.stateKey);
    const planned =
      role.kind === "singleton"
        ? planDocumentWork(schemas, operation, role, documents.get(role.key))
        : planWork(
            schemas,
            operation,
            role,
            service && model ? { service, model } : undefined,
            files,
            views.get(operation)?.name,
          );
    const work: ActionWork =
      planned.kind === "stub"
        ? { ...planned, ...ownerOf(operation) }
        : planned.kind === "update" && planned.body.length === 0 && takesPatches(operation)
          ? { ...planned, takesPatches: true }
          : planned;
    const params =
      resource && role === operation.role && role.kind !== "view"
        ? renamedParameters(operation, resource, ITEM_ROLES.has(role.kind))
        : undefined;
    return {
      group: group.name,
      action: actionName(operation, work.kind, group),
      operation,
      work: params === undefined || work.kind === "stub" ? work : { ...work, params },
      ...planSchemas(operation, files, { isKept: WRITES.has(work.kind), takesPatches: "takesPatches" in work }),
    };
  });
  const { routed, doubles } = withoutDoubles(actions);
  const entities = relateModels([...models.values()]);
  const stubs = routed.flatMap(({ work }) => (work.kind === "stub" ? [work] : []));
  const taken = [...serviceOf.values(), ...[...documents.values()].map(({ name }) => name)];
  const unwritten =
    stubs.length === 0
      ? undefined
      : {
          name: new UniqueNames(taken).take("operationStates"),
          entity: stubs.every((stub) => stub.owner !== undefined && stub.record)
            ? undefined
            : keyedEntity("OperationState", "operation_states", "place", "state"),
        };
  // The first of several that keep one model.
  const optionsOf = new Map(services.toReversed().map(({ options }) => [options.model, options]));
  return {
    entities: [
      ...entities,
      ...[...documents.values()].map(({ entity }) => entity),
      ...(unwritten?.entity ? [unwritten.entity] : []),
    ],
    secrets: [...models.values()].flatMap(({ entity, properties }) =>
      entity.fields
        .filter(({ name, type }) => properties.get(name)?.isSecret && (type.kind === "string" || type.kind === "text"))
        .map(({ name }) => ({ model: entity.name, field: name })),
    ),
    services,
    documents: [...documents.values()],
    seeds: planSeeds(
      schemas,
      [...models.values()].flatMap((plan, index) => {
        const entity = entities[index];
        const options = entity && optionsOf.get(entity.name);
        return entity && options ? [{ plan, entity, options }] : [];
      }),
    ),
    actions: routed,
    policies: planPolicies(api, routed),
    states: unwritten,
    schemas: new Map([...files.files].sort(([a], [b]) => (a < b ? -1 : 1))),
    notes: [
      ...[...models.values()].flatMap(noteOf),
      ...[...documents.values()].map(
        ({ title, entity }) => `${title} is a document of the model ${entity.name} (table ${entity.table}).`,
      ),
      ...doubles,
      ...api.operations
        .filter((operation) => !served.includes(operation))
        .map(({ method, path }) => `${method.toUpperCase()} ${path} is left out: actions do not answer that method.`),
    ],
    unkept: [
      ...[...models.values()].flatMap(conflictPromise),
      ...routed.flatMap((action) => parameterPromises(action, services)),
    ],
  };
}

/** The query parameters of a list that its service does not read, and the header for repeated requests. */
function parameterPromises({ operation, work }: ActionPlan, services: readonly ServicePlan[]): UnkeptPromise[] {
  const options = work.kind === "list" ? services.find(({ name }) => name === work.service)?.options : undefined;
  const list = work.kind === "list" && work.view !== undefined ? options?.views?.[work.view]?.list : options?.list;
  const read = options && parametersOf(list ?? {});
  return operation.parameters
    .filter((one) =>
      one.in === "header"
        ? foldName(one.name) === "idempotencykey"
        : one.in === "query" && read?.has(one.name) === false,
    )
    .map(({ name }) => ({ kind: "parameter", operation: placeOf(operation), name }));
}

function placeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The views whose records a model holds, each with a name of its own within its resource. */
function planViews(api: ApiDescription, models: ReadonlyMap<string, ModelPlan>): ReadonlyMap<Operation, NamedView> {
  const names = new Map<Resource, UniqueNames>();
  const views = new Map<Operation, NamedView>();
  for (const operation of api.operations) {
    const { role } = operation;
    const model = role.kind === "view" ? models.get(role.resource.stateKey) : undefined;
    const scope = role.kind === "view" && model ? viewScope(role, model) : undefined;
    if (role.kind !== "view" || scope === undefined) continue;
    const taken = getOrMake(names, role.resource, () => new UniqueNames());
    views.set(operation, { name: taken.take(camel(operation.id, "view")), role, scope });
  }
  return views;
}

/** The operations on records that properties name, where a model holds these properties. */
function planKeyed(
  api: ApiDescription,
  models: ReadonlyMap<string, ModelPlan>,
): ReadonlyMap<Operation, { readonly role: FoundRecord["role"]; readonly keys: NamedKeys }> {
  const keyed = new Map<Operation, { readonly role: FoundRecord["role"]; readonly keys: NamedKeys }>();
  for (const operation of api.operations) {
    const finds = operation.role.kind === "operation" ? operation.role.finds : undefined;
    const model = finds && models.get(finds.role.resource.stateKey);
    const isNamed = finds && finds.by.length > 0 && finds.role.resource.itemPath !== undefined;
    const keys = isNamed && model ? namedKeys(finds, model) : undefined;
    if (finds && keys && finds.role.kind !== "action") keyed.set(operation, { role: finds.role, keys });
  }
  return keyed;
}

function distinct(keys: readonly NamedKeys[]): readonly NamedKeys[] {
  return [...new Map(keys.map((one) => [JSON.stringify(one), one])).values()];
}

function planPolicies({ securitySchemes }: ApiDescription, actions: readonly ActionPlan[]): readonly PolicyPlan[] {
  const required = new Set(actions.flatMap(({ operation }) => operation.security.flat().map(({ scheme }) => scheme)));
  const names = new UniqueNames();
  return [...securitySchemes].flatMap(([schemeName, scheme]) =>
    required.has(schemeName) ? [{ name: names.take(kebab(schemeName, "security")), schemeName, scheme }] : [],
  );
}

/**
 * Paths that differ only in the names of their parameters are one path (OpenAPI 3.1, "Paths Object"): of such operations the one
 * that does something is kept, else the first.
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

/** A resource is kept in a model when its records are objects with properties and something about it is stored. */
function isKept({ schemas }: ApiDescription, { schema, roles, itemPath }: Resource): boolean {
  const { create, replace, update, read, list } = roles;
  const isStored =
    itemPath === undefined ? create && list : (create ?? replace ?? update ?? read ?? (list && roles.delete));
  if (isStored === undefined) return false;
  return objectProperties(schemas, schema.json).size > 0;
}

/** Parents first, so that foreign keys know what they refer to. */
function planModels(api: ApiDescription, kept: readonly Resource[]): ReadonlyMap<string, ModelPlan> {
  const names = nameModels(kept);
  const sharing = byState(kept);
  const plans = new Map<string, ModelPlan>();
  const underway = new Set<string>();
  const plan = (key: string): ModelPlan | undefined => {
    const known = plans.get(key);
    if (known || underway.has(key)) return known;
    const resources = sharing.get(key);
    const name = names.get(key);
    if (resources === undefined || name === undefined) return undefined;
    underway.add(key);
    const made = planModel(api, resources, name, (resource) => plan(resource.stateKey));
    plans.set(key, made);
    return made;
  };
  for (const { stateKey } of kept) plan(stateKey);
  return plans;
}

function byState(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const groups = new Map<string, Resource[]>();
  for (const resource of resources) getOrMake(groups, resource.stateKey, (): Resource[] => []).push(resource);
  return groups;
}

function noteOf({ entity, rest, id, resource }: ModelPlan): string[] {
  const fields = entity.fields.filter(({ hidden }) => !hidden).length;
  const key = id.isKey ? `its key is ${id.field}` : `${id.field} is unique below its parents`;
  const more = rest === undefined ? "" : `; other properties are kept in ${rest}`;
  return [
    `${resource.collectionPath} is the model ${entity.name} (table ${entity.table}, ${fields} fields; ${key}${more}).`,
  ];
}

/** A 409 that nothing answers: the description does not tell which values must differ. */
function conflictPromise({ entity: { name, fields, indexes }, resource }: ModelPlan): UnkeptPromise[] {
  const { create } = resource.roles;
  const isUnique = fields.some(({ unique }) => unique) || indexes.some(({ unique }) => unique);
  if (isUnique || create?.responses.every(({ status }) => status !== "409") !== false) return [];
  return [{ kind: "conflict", operation: placeOf(create), model: name }];
}
