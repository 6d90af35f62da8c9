import type { JsonSchema, Operation, OperationRole } from "@onespec/spec-core";
import { callParameters } from "../plan/call-parameters.js";
import { filterParameter } from "../plan/filter-parameter.js";
import { queriedSchema } from "../plan/queried-schema.js";
import type { GroupPlan, MethodPlan, ModelPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import { bodyProperties } from "../plan/searched-resource.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { type BodySchemas, emitList } from "./emit-list.js";
import { bodyBuilders, constantOf, emitMethod, hasUsualPath, places } from "./emit-method.js";
import { emitOperation } from "./emit-operation.js";
import { emitRecordFields } from "./emit-record-fields.js";
import { emitSchema, type SchemaScope } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";
import { operationDefaults } from "./operation-defaults.js";
import { importUsed, type SharedSchemas } from "./shared-schemas.js";
import { WrittenSchemas } from "./written-schemas.js";

/** The data of a resource, before schemas that it shares with others are moved out. */
export interface ResourceDraft {
  readonly group: GroupPlan;
  /** Its operations, and the facts that queries need. */
  readonly text: string;
  readonly written: WrittenSchemas;
  readonly writers: ReadonlySet<string>;
  /** The parts of the query engine that not all resources need. */
  readonly engine: ReadonlySet<string>;
  /** The models that the text may refer to. */
  readonly used: ReadonlySet<ModelPlan>;
}

export function draftResource(group: GroupPlan, plan: SdkPlan): ResourceDraft {
  const { methods } = group;
  const writers = new Set<string>();
  const engine = new Set<string>();
  const used = new Set<ModelPlan>();
  const written = new WrittenSchemas();
  const scope: SchemaScope = {
    schemas: plan.api.schemas,
    modelAt: plan.modelAt,
    used,
    keywords: new Set<string>(),
    writers,
    engine,
    written,
  };
  const defaults = operationDefaults(plan.api);
  const { validation, language } = plan.features;
  for (const method of methods) for (const builder of bodyBuilders(group, method)) writers.add(builder);
  const annotation = (type: string): string => (language === "ts" ? type : "");
  const lines = [
    ...methods.map(
      (method) =>
        `const ${constantOf(group, method)}${annotation(": OperationSpec")} = ${emitOperation(method.operation, callParameters(method.operation), scope, defaults, { body: validation, parameters: validation || method.record === "find" })};`,
    ),
    "",
    ...(hasSpec(group, plan)
      ? [
          "/** The facts that queries use. */",
          `const spec${annotation(": ResourceSpec")} = ${emitSpec(group, plan, scope)};`,
          "",
        ]
      : []),
  ];
  return { group, text: lines.join("\n"), written, writers, engine, used };
}

/** `resources/<Resource>.js`: its operations as data and a class with a method for each. */
export function emitResource(
  { group, text, written, writers, engine, used }: ResourceDraft,
  shared: SharedSchemas,
  plan: SdkPlan,
  types: ResourceTypes | undefined,
): string {
  const data = shared.apply(text, written);
  const fromQueries = [...(hasQueries(group) ? ["find"] : []), ...[...engine].sort()];
  return code(
    'import { ApiResource } from "../utils/api.js";',
    fromQueries.length > 0 && `import { ${fromQueries.join(", ")} } from "../utils/query.js";`,
    writers.size > 0 && `import { ${[...writers].sort().join(", ")} } from "../utils/http.js";`,
    importUsed(data, used, plan, "../utils"),
    types?.imports,
    "",
    types?.declarations,
    data.text,
    emitClass(group, types, plan),
  );
}

/** The TypeScript of a resource beside its code; absent in JavaScript, which has a file of declarations. */
export interface ResourceTypes {
  readonly imports: readonly string[];
  readonly declarations: Line;
  /** The comment and the signature of each method, without its last semicolon. */
  readonly methods: ReadonlyMap<MethodPlan, { readonly doc: readonly string[]; readonly signature: string }>;
  readonly parents: string | undefined;
}

function emitClass(group: GroupPlan, types: ResourceTypes | undefined, plan: SdkPlan): Line {
  const { resource, description, className, methods } = group;
  const members = [
    hasSpec(group, plan)
      ? [
          "/** Used by `populate` of other resources. */",
          types ? "static readonly spec: ResourceSpec = spec;" : "static spec = spec;",
        ]
      : [],
    resource && resource.parents.length > 0
      ? [
          types ? `in(parents: ${types.parents}): ${className} {` : "in(parents) {",
          ...indent(
            `return new ${types ? `(this.constructor as typeof ${className})` : "this.constructor"}(this._context, { ...this._parents, ...parents });`,
          ),
          "}",
        ]
      : [],
    ...methods.map((method) => {
      const typed = types?.methods.get(method);
      return typed ? typedMethod(emitMethod(group, method, plan), method, typed) : emitMethod(group, method, plan);
    }),
  ];
  return [
    docComment(description ?? resource?.collectionPath ?? className),
    `export class ${className} extends ApiResource {`,
    indent(...members.filter((member) => member.length > 0).map((member, at) => (at === 0 ? member : ["", ...member]))),
    "}",
  ];
}

/** A method of TypeScript source: a field for queries, else a method, with an implementation of its own after overloads. */
function typedMethod(
  [first = "", ...body]: readonly string[],
  { record }: MethodPlan,
  { doc, signature }: { readonly doc: readonly string[]; readonly signature: string },
): string[] {
  if (record === "find")
    return [
      ...doc,
      `${signature} = (criteria?: object, options?: object) => find(this._context, spec, criteria, options, this._parents) as never;`,
    ];
  const lines = signature.split("\n");
  if (!signature.includes(";\n")) return [...doc, ...lines.slice(0, -1), `${lines.at(-1)} {`, ...body];
  const open = first.replace(/(\w+)(?=[,)])/g, "$1?: unknown").replace(/\) \{$/, "): unknown {");
  return [
    ...doc,
    ...lines.slice(0, -1),
    `${lines.at(-1)};`,
    open,
    ...body.map((line) => line.replace(/\b(params|options)(?=[,)])/g, "$1 as never")),
  ];
}

/** True if queries use the facts of the resource: its own, or those that load it as a relation. */
export function hasSpec(group: GroupPlan, { features, related }: SdkPlan): boolean {
  if (!group.resource) return false;
  return features.with.includes("mcp") || hasQueries(group) || (features.queries && related.has(group.name));
}

function emitSpec(group: GroupPlan, plan: SdkPlan, scope: SchemaScope): string {
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
    // Only queries need it: those of the resource, and those that load it as a relation.
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
          `list: ${emitList(resource.list, list.operation, constantOf(group, list), schemas, record, bodySchemas(list.operation, plan, scope), (part) => importPart(part, scope), counting && `operation: ${constantOf(group, counting)}, reply: ${literal(countsOf(counting.operation)?.at ?? [])}`)}`,
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

function countsOf({ role }: Operation): OperationRole["counts"] {
  return role.kind === "operation" ? role.counts : undefined;
}

/** The schemas of the properties that the body of a search, or a parameter in JSON, may hold. */
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

function hasQueries({ methods }: GroupPlan): boolean {
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
      ? [`list: ${emitList(list.convention, operation, call, api.schemas, list.record, undefined, use, undefined)}`]
      : [`operation: ${call}`, `reply: ${literal(reply)}`]),
    `parameters: ${literal(parameters)}`,
    ...(target === undefined ? [] : [`resource: ${literal(target)}`]),
  ];
  return `${name}: { ${fields.join(", ")} }`;
}

/** Resolves a reference to a schema without a model. */
export function named(schema: JsonSchema, { modelAt, api }: SdkPlan): JsonSchema {
  return typeof schema === "object" && schema.$ref !== undefined && !modelAt.has(schema.$ref)
    ? api.schemas.at(schema.$ref).json
    : schema;
}
