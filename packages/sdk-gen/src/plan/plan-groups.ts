import {
  type ApiDescription,
  type NamedGroup,
  type Operation,
  type RecordPlace,
  type Resource,
  shortOperationName,
} from "@onespec/spec-core";
import type { AppliedConfig } from "../config/config-of.js";
import { configuredResource } from "./configured-resource.js";
import { countTexts, draftGroups, type GroupDraft, nameKey } from "./draft-groups.js";
import { camelCase, pascalCase } from "./identifier.js";
import { NameTable } from "./name-table.js";
import { planRelations, relationScope } from "./plan-relations.js";
import { recordSchemas, replyPlace } from "./reply-place.js";
import type { GroupPlan, MethodPlan, RecordMethod } from "./sdk-plan.js";

const RECORD_METHODS: Readonly<Record<string, RecordMethod>> = {
  list: "find",
  create: "create",
  read: "get",
  replace: "replace",
  update: "update",
  delete: "delete",
};

/** Plans the groups: resources, then tags, then first literal path segments. Everything is sorted. */
export function planGroups(api: ApiDescription, classNames: NameTable, config: AppliedConfig): GroupPlan[] {
  const drafts = draftGroups(api, config);
  const names = new NameTable(new Set(["constructor", "then", "tostring", "valueof"]));
  const planned = drafts.map((draft) => {
    const name = names.take(camelCase(draft.wanted, "api"), `group ${draft.key}`);
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
  const records = recordSchemas(api);
  return planned.map(({ draft, name, className }) => {
    const { resource } = draft;
    const whole = (config.resources[resource?.collectionPath ?? ""]?.unwrap ?? config.unwrap) === false;
    const replyOf = (operation: Operation): RecordPlace => (whole ? [] : replyPlace(operation, api, records));
    const group = { name, collectionPath: resource?.collectionPath, readPaths };
    return {
      name,
      className,
      resource: resource && configuredResource(api, resource, config),
      description: tags.size === 0 ? undefined : tags.get(nameKey(name))?.description,
      methods: planMethods(draft, group, config).map((method) => ({ ...method, reply: replyOf(method.operation) })),
      relations: resource ? planRelations(resource, scope) : [],
      whole,
    };
  });
}

/** A model with the same name, or with the name of a type in the resource's file, keeps it: users write models most. */
function className(names: NameTable, wanted: string, key: string): string {
  const isTaken = ["", "Record", "Relations", "Params", "Root"].some((suffix) => names.has(`${wanted}${suffix}`));
  return names.take(isTaken ? `${wanted}Resource` : wanted, `group ${key}`);
}

const BASE_METHODS: ReadonlySet<string> = new Set([
  "constructor",
  "in",
  "_call",
  "_find",
  "_record",
  "_context",
  "_parents",
  "then",
  "tostring",
  "valueof",
  "hasownproperty",
]);

function planMethods(
  { resource, operations }: GroupDraft,
  group: NamedGroup,
  config: AppliedConfig,
): Omit<MethodPlan, "reply">[] {
  const names = new NameTable(BASE_METHODS);
  const own = operations.map((operation) => ({ operation, record: recordMethod(operation, resource, operations) }));
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
  const methods: Omit<MethodPlan, "reply">[] = records.map(({ operation, record }) => ({
    name: named.get(operation) ?? names.take(record ?? "", operation.id),
    operation,
    record,
  }));
  const wanted = others.map(({ operation }) => ({
    operation,
    short: named.has(operation) ? "" : camelCase(shortOperationName(operation, group) ?? "", ""),
  }));
  const shorts = countTexts(wanted.map(({ short }) => short));
  for (const { operation, short } of wanted) {
    // A short name that several operations want, or that a record method has, goes to none.
    const isFree = short !== "" && shorts.get(short) === 1 && !names.has(short) && !BASE_METHODS.has(short);
    const name = named.get(operation) ?? (isFree ? names.take(short, operation.id) : methodName(names, operation));
    methods.push({ name, operation, record: undefined });
  }
  return methods;
}

/** The record method of an operation; if several operations have the role, the one at the item path. */
function recordMethod(
  operation: Operation,
  resource: Resource | undefined,
  operations: readonly Operation[],
): RecordMethod | undefined {
  const { role } = operation;
  if (!resource || !("resource" in role) || role.kind === "view" || role.kind === "action" || isMany(operation))
    return undefined;
  const { kind } = role;
  const usual =
    resource.roles[kind] ??
    operations.find((other) => other.role.kind === kind && "hasIdInBody" in other.role && other.role.hasIdInBody);
  return usual === operation ? RECORD_METHODS[kind] : undefined;
}

function isMany({ role }: Operation): boolean {
  return "many" in role && role.many;
}

/** Member names may be reserved words, except those of the base class. */
function methodName(names: NameTable, { id, method, template }: Operation): string {
  const words = template.segments.flatMap((segment) => (segment.kind === "literal" ? [segment.text] : []));
  return names.take(camelCase(id, camelCase([method, ...words].join(" "), "call")), id);
}
