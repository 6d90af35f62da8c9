import {
  type ApiDescription,
  type JsonSchema,
  type Operation,
  type RecordPlace,
  type Resource,
  schemaShape,
} from "@onespec/spec-core";
import type { AppliedConfig } from "../config/config-of.js";
import { configuredResource } from "./configured-resource.js";
import { draftGroups, type GroupDraft, nameKey, nounsOf, pathName } from "./draft-groups.js";
import { filteredResource } from "./filter-parameter.js";
import { sureFilters } from "./further-filters.js";
import { camelCase, pascalCase } from "./identifier.js";
import { byStatus, preferred } from "./media-types.js";
import { BASE_METHODS, type MethodGroup, moduleOf, nameMethods } from "./method-names.js";
import { NameTable, SHARED_TYPES } from "./name-table.js";
import { planRelations, relationScope } from "./plan-relations.js";
import { recordSchemas, replyPlace } from "./reply-place.js";
import type { GroupPlan, MethodPlan, RecordMethod, SdkFeatures } from "./sdk-plan.js";
import { searchedResource } from "./searched-resource.js";

const RECORD_METHODS: Readonly<Record<string, RecordMethod>> = {
  list: "find",
  create: "create",
  read: "get",
  replace: "replace",
  update: "update",
  delete: "delete",
};

/** Plans the groups: resources, then tags, then first literal path segments. Everything is sorted. */
export function planGroups(
  api: ApiDescription,
  classNames: NameTable,
  config: AppliedConfig,
  features: SdkFeatures,
): GroupPlan[] {
  const drafts = draftGroups(api, config);
  const names = new NameTable(new Set(["constructor", "then", "tostring", "valueof"]));
  const planned = drafts.map((draft) => {
    const short = camelCase(draft.wanted, "api");
    const name = names.take(names.has(short) ? camelCase(pathName(draft), short) : short, `group ${draft.key}`);
    // A configured name replaces the pinned one.
    const subject = config.resources[draft.key]?.name === undefined ? draft.key : `${draft.key} as ${name}`;
    return { draft, name, className: className(classNames, pascalCase(name, "Api"), subject) };
  });
  const nameOf = new Map(
    planned.flatMap(({ draft, name }) => (draft.resource ? [[draft.resource, name] as const] : [])),
  );
  const scope = relationScope(api, nameOf, config);
  // Reversed, so that the first tag of a name wins.
  const tags = new Map([...api.tags].reverse().map((tag) => [nameKey(tag.name), tag]));
  const readPaths = new Set(api.operations.filter(({ method }) => method === "get").map(({ path }) => path));
  const ids = new Set(api.operations.flatMap(({ operationId }) => operationId ?? []));
  const nouns = new Set(planned.map(({ name }) => nameKey(name)));
  const isNoun = (word: string): boolean => nouns.has(nameKey(word));
  const records = recordSchemas(api);
  return planned.map(({ draft: given, name, className }) => {
    const draft = { ...given, resource: given.resource && searchedResource(api, given.resource, given.operations) };
    const { resource } = draft;
    const replyOf = ({ operation, record }: Omit<MethodPlan, "reply">): RecordPlace => {
      const { [operation.path]: path, [resource?.collectionPath ?? ""]: own } = config.resources;
      const wanted = config.operations[operation.id]?.unwrap ?? path?.unwrap ?? own?.unwrap;
      return (wanted ?? config.unwrap)
        ? replyPlace(operation, api, records, wanted === true || record !== undefined)
        : [];
    };
    const group = {
      isOther: (word: string) => isNoun(word) && !nounsOf(draft, name).some((noun) => nameKey(noun) === nameKey(word)),
      mayList: (operation: Operation) => mayList(api, operation),
      name,
      hasFind: resource?.roles.list !== undefined,
      collectionPath: resource?.collectionPath,
      readPaths,
      nouns: nounsOf(draft, name),
      module: moduleOf(draft.operations),
      ids,
    };
    return {
      name,
      className,
      resource:
        resource && configuredResource(api, sureFilters(filteredResource(resource, api.schemas), api.schemas), config),
      description: tags.size === 0 ? undefined : tags.get(nameKey(name))?.description,
      methods: planMethods(api, draft, group, config, features).map((method) => ({
        ...method,
        reply: replyOf(method),
      })),
      relations: resource && features.queries ? planRelations(resource, scope) : [],
    };
  });
}

/**
 * The class name of a resource. A model or a type in the resource's file with the same name keeps it, because users
 * write model names most often.
 */
function className(names: NameTable, wanted: string, key: string): string {
  const isTaken =
    SHARED_TYPES.has(wanted) ||
    ["", "Record", "Relations", "Params", "Root"].some((suffix) => names.has(`${wanted}${suffix}`));
  return names.take(isTaken ? `${wanted}Resource` : wanted, `group ${key}`, "Resource");
}

function mayList({ schemas }: ApiDescription, { responses }: Operation): boolean {
  const answer = byStatus(responses).find(({ status }) => /^2/.test(status));
  const [media] = preferred(answer?.content ?? []);
  if (!media?.schema) return true;
  // `{ items: [...] }`, or `{ data: { items: [...] } }`
  const holdsList = (json: JsonSchema, depth: number): boolean => {
    const { types, properties } = schemaShape(schemas, json);
    if (types.has("array") || (types.size === 0 && properties.size === 0)) return true;
    return depth > 0 && [...properties.values()].some(({ schema }) => holdsList(schema, depth - 1));
  };
  return holdsList(media.schema.json, 2);
}

function planMethods(
  api: ApiDescription,
  { resource, operations }: GroupDraft,
  group: MethodGroup,
  config: AppliedConfig,
  { queries }: SdkFeatures,
): Omit<MethodPlan, "reply">[] {
  const names = new NameTable(BASE_METHODS);
  const own = operations.map((operation) => ({
    operation,
    record: recordMethod(api, operation, resource, operations),
  }));
  const records = own.filter(({ record }) => record !== undefined);
  const others = own.filter(({ record }) => record === undefined);
  const given = ({ id }: Operation): string | undefined => config.operations[id]?.method;
  // Configured names come first.
  const named = new Map(
    own.flatMap(({ operation }) => {
      const name = given(operation);
      return name === undefined ? [] : [[operation, names.take(camelCase(name, "call"), operation.id)] as const];
    }),
  );
  const methods = records.map(({ operation, record = "find" }): Omit<MethodPlan, "reply"> => {
    const isCall = record === "find" && !queries;
    const name = named.get(operation) ?? names.take(isCall ? "list" : record, operation.id);
    return { name, operation, record: isCall ? undefined : record };
  });
  const unnamed = others.flatMap(({ operation }) => (named.has(operation) ? [] : [operation]));
  const rest = nameMethods(unnamed, group, names);
  for (const { operation } of others)
    methods.push({ name: named.get(operation) ?? rest.get(operation) ?? "", operation, record: undefined });
  return methods;
}

/** The record method of an operation; if several operations have the role, the one at the item path. */
function recordMethod(
  api: ApiDescription,
  operation: Operation,
  resource: Resource | undefined,
  operations: readonly Operation[],
): RecordMethod | undefined {
  const { role } = operation;
  if (resource?.roles.list === operation) return "find";
  if (!resource || !("resource" in role) || role.kind === "view" || role.kind === "action" || isMany(api, operation))
    return undefined;
  const { kind } = role;
  const usual =
    resource.roles[kind] ??
    operations.find((other) => other.role.kind === kind && "hasIdInBody" in other.role && other.role.hasIdInBody);
  return usual === operation ? RECORD_METHODS[kind] : undefined;
}

/** True for bodies of several records. One that takes a record as well is a create or an update like others. */
function isMany(api: ApiDescription, { role, requestBody }: Operation): boolean {
  if (!("many" in role && role.many)) return false;
  const [media] = preferred(requestBody?.content ?? []);
  const schema = media?.schema && api.schemas.follow(media.schema.json);
  const branches = typeof schema === "object" ? [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])] : [];
  const isArray = (branch: JsonSchema): boolean => {
    const target = api.schemas.follow(branch);
    return typeof target === "object" && (target.type === "array" || target.items !== undefined);
  };
  return role.kind !== "create" || !branches.some((branch) => !isArray(branch));
}
