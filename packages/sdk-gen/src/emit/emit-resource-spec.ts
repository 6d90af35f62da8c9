import type { Operation, OperationRole } from "@onespec/spec-core";
import { callParameters } from "../plan/call-parameters.js";
import { filterParameter } from "../plan/filter-parameter.js";
import { queriedSchema } from "../plan/queried-schema.js";
import type { GroupPlan, MethodPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import { bodyProperties } from "../plan/searched-resource.js";
import { type BodySchemas, emitList } from "./emit-list.js";
import { constantOf, hasUsualPath, places } from "./emit-method.js";
import { emitOperation } from "./emit-operation.js";
import { emitRecordFields } from "./emit-record-fields.js";
import { emitSchema, type SchemaScope } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";
import { operationDefaults } from "./operation-defaults.js";

/** The facts of a resource that queries use, as source text of the runtime's `ResourceSpec`. */
export function emitResourceSpec(group: GroupPlan, plan: SdkPlan, scope: SchemaScope): string {
  const { resource } = group;
  if (!resource) return "undefined";
  const { schemas } = plan.api;
  const record = queriedSchema(group, plan);
  const calls = new Map(group.methods.map((method) => [method.record, method]));
  const operationOf = (name: MethodPlan["record"], field: string): string[] => {
    const method = calls.get(name);
    if (!method) return [];
    const { body = [], reply } = places(method.operation);
    const fields = [
      `operation: ${constantOf(group, method)}`,
      ...(name === "get" || body.length === 0 ? [] : [`body: ${literal(body)}`]),
      ...(name === "get" && reply ? [`reply: ${literal(reply)}`] : []),
      ...(name === "get" && (resource.parents.length > 0 || !hasUsualPath(resource, method.operation))
        ? [`path: ${literal(method.operation.template.parameters)}`]
        : []),
    ];
    return [`${field}: { ${fields.join(", ")} }`];
  };
  const list = calls.get("find");
  const counting = group.methods.find(
    ({ operation }) =>
      operation.method === "get" && countsOf(operation)?.resource.collectionPath === resource.collectionPath,
  );
  const hasTools = plan.features.with.includes("mcp");
  const fields = [
    `name: ${literal(group.name)}`,
    // Only queries need the schema: those on the resource, and those that load it as a relation.
    `schema: ${list || plan.related.has(group.name) ? emitRecordFields(record, scope) : "true"}`,
    ...(resource.id.property ? [`id: ${literal(resource.id.property)}`] : []),
    ...(resource.id.parameter ? [`idParameter: ${literal(resource.id.parameter)}`] : []),
    ...(resource.parents.length > 0
      ? [
          `parents: ${literal(resource.parents.map(({ parameter, property }) => ({ parameter, ...(property ? { property } : {}) })))}`,
        ]
      : []),
    ...(list && resource.list
      ? [
          `list: ${emitList({ convention: resource.list, operation: list.operation, name: constantOf(group, list), record, body: bodySchemas(list.operation, plan, scope), count: counting && `operation: ${constantOf(group, counting)}, reply: ${literal(countsOf(counting.operation)?.at ?? [])}` }, schemas, (part) => importPart(part, scope))}`,
        ]
      : []),
    ...(hasTools ? operationOf("create", "create") : []),
    ...operationOf("get", "read"),
    ...(hasTools ? operationOf("update", "update") : []),
    ...(isPopulated(group, plan)
      ? [`relations: { ${group.relations.map((relation) => emitRelation(relation, group, plan, scope)).join(", ")} }`]
      : []),
    ...(hasQueries(group) && group.relations.length > 0 ? [importPart("populating", scope)] : []),
  ];
  return `{\n${fields.map((field) => `  ${field},`).join("\n")}\n}`;
}

/** True if queries use the resource's data: those on the resource, and those that load it as a relation. */
export function hasSpec(group: GroupPlan, { features, related }: SdkPlan): boolean {
  if (!group.resource) return false;
  return features.with.includes("mcp") || hasQueries(group) || (features.queries && related.has(group.name));
}

function countsOf({ role }: Operation): OperationRole["counts"] {
  return role.kind === "operation" ? role.counts : undefined;
}

/** The schemas of the properties that a search's body, or a JSON parameter, may contain. */
function bodySchemas(operation: Operation, { api, features }: SdkPlan, scope: SchemaScope): BodySchemas | undefined {
  const within = filterParameter(operation, api.schemas);
  const takesBody = operation.method === "post" && operation.requestBody !== undefined;
  if (!takesBody && !within) return undefined;
  const properties = within?.properties ?? bodyProperties(api, operation);
  return (name) => {
    const property = properties.get(name);
    return property && (features.validation ? emitSchema(property.schema, scope) : "true");
  };
}

/** Imports a part of the query engine. @returns its name */
function importPart(part: string, { engine }: SchemaScope): string {
  engine?.add(part);
  return part;
}

export function hasQueries({ methods }: GroupPlan): boolean {
  return methods.some(({ record }) => record === "find");
}

/** True if queries of the resource, or queries that load it as a relation, can load its relations. */
function isPopulated(group: GroupPlan, plan: SdkPlan): boolean {
  return group.relations.length > 0 && (hasQueries(group) || plan.related.has(group.name));
}

/** The runtime's functions that load the relations of a kind. */
const LOADERS = { one: "loadOne", many: "loadMany", expand: "loadExpanded" } as const;

function emitRelation(relation: RelationPlan, group: GroupPlan, plan: SdkPlan, scope: SchemaScope): string {
  const { api, features } = plan;
  const name = propertyName(relation.name);
  if (relation.kind !== "link") {
    const { kind, expand } = relation;
    const target = relation.kind === "expand" ? {} : { resource: relation.target };
    const by = relation.kind === "many" ? { parameter: relation.parameter } : { key: relation.key };
    const data = literal({ ...target, ...by, ...(expand === undefined ? {} : { expand }) });
    return `${name}: { loader: ${importPart(LOADERS[kind], scope)}, ${data.slice(1, -1)} }`;
  }
  const { operation, parameters, reply, list, target } = relation;
  // Queries need the schemas of parameters, which methods have for validation only.
  const hasSchemas = features.validation || list !== undefined;
  const method = group.methods.find((one) => one.operation === operation && features.validation === hasSchemas);
  const call = method
    ? constantOf(group, method)
    : emitOperation(operation, callParameters(operation), scope, operationDefaults(api), {
        body: features.validation,
        parameters: hasSchemas,
      });
  const use = (part: string): string => importPart(part, scope);
  const fields = [
    `loader: ${use(list ? "loadLists" : "loadLinked")}`,
    ...(list
      ? [
          `list: ${emitList({ convention: list.convention, operation, name: call, record: list.record }, api.schemas, use)}`,
        ]
      : [`operation: ${call}`, `reply: ${literal(reply)}`]),
    `parameters: ${literal(parameters)}`,
    ...(target === undefined ? [] : [`resource: ${literal(target)}`]),
  ];
  return `${name}: { ${fields.join(", ")} }`;
}
