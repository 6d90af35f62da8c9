import { type JsonSchema, type Operation, objectProperties, type RecordPlace, type Resource } from "@onespec/spec-core";
import { recordSchema } from "../plan/record-schema.js";
import type { GroupPlan, MethodPlan, ModelPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { BodiesDraft } from "./body-schemas.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitList } from "./emit-list.js";
import { callParameters, emitOperation, type OperationScope } from "./emit-operation.js";
import { emitRecordFields } from "./emit-record-fields.js";
import { literal, propertyName } from "./escape.js";
import { hasMembers } from "./has-members.js";
import { preferred } from "./media-order.js";
import { operationDefaults } from "./operation-defaults.js";
import { importUsed, type SharedSchemas } from "./shared-schemas.js";
import { WrittenSchemas } from "./written-schemas.js";

/** The data of a module of resources, before what it has in common with others is told apart. */
export interface ResourceDraft {
  /** Of `resources/`, without its ending. */
  readonly module: string;
  /** One, unless there are very many. */
  readonly groups: readonly GroupPlan[];
  /** Their operations, and what queries know of them. */
  readonly text: string;
  readonly written: WrittenSchemas;
  readonly writers: ReadonlySet<string>;
  /** The models that it may refer to. */
  readonly used: ReadonlySet<ModelPlan>;
  /** Absent where the text holds what bodies may hold. */
  readonly bodies: BodiesDraft | undefined;
}

/** @param bodies what their operations take, where that is told apart */
export function draftResources(
  module: string,
  groups: readonly GroupPlan[],
  plan: SdkPlan,
  bodies: BodiesDraft | undefined,
): ResourceDraft {
  const { schemas } = plan.api;
  const writers = new Set<string>();
  const used = new Set<ModelPlan>();
  const written = new WrittenSchemas();
  const scope: OperationScope = {
    schemas,
    modelAt: plan.modelAt,
    used,
    keywords: new Set<string>(),
    writers,
    written,
    apart: new Set(bodies?.schemas.keys()),
  };
  const defaults = operationDefaults(plan.api);
  const data = groups.flatMap((group) => [
    ...group.methods.map(
      (method) =>
        `const ${constantOf(group, method)} = ${emitOperation(method.operation, callParameters(method.operation), scope, defaults)};`,
    ),
    "",
    ...(group.resource
      ? ["/** What queries know of it. */", `export const ${specOf(group)} = ${emitSpec(group, plan, scope)};`, ""]
      : []),
  ]);
  const loading = bodies
    ? [`const bodies = loadBodies(${literal(module)}, () => import("./bodies/${module}.js"));`]
    : [];
  return { module, groups, text: [...loading, ...data].join("\n"), written, writers, used, bodies };
}

/** `resources/<Resource>.js`: its operations as data and a class with a method for each; of all resources that share the module. */
export function emitResources(
  { groups, text, written, writers, used, bodies }: ResourceDraft,
  shared: SharedSchemas,
): string {
  const data = shared.apply(text, written);
  const queried = groups.filter(hasQueries);
  return code(
    'import { ApiResource } from "../utils/api.js";',
    queried.length > 0 && [
      'import { find } from "../utils/query/find.js";',
      `import { ${queried.some(({ relations }) => relations.length > 0) ? "queriesWithRelations as queries" : "queries"} } from "../utils/query/queries.js";`,
    ],
    bodies !== undefined && 'import { loadBodies } from "../utils/load-bodies.js";',
    importWriters(writers),
    importUsed(data, used, {
      utils: "../utils",
      model: (file) => `../models/${file}.js`,
      shared: "../utils/shapes.js",
    }),
    "",
    data.text,
    groups.map((group, at) => [at > 0 && "", emitClass(group)]),
  );
}

function emitClass(group: GroupPlan): Line {
  const { resource, description, className, methods } = group;
  const members = [
    resource ? ["/** For `populate` of a resource that is used on its own. */", `static spec = ${specOf(group)};`] : [],
    resource && resource.parents.length > 0 ? ["in(parents) {", ...indent("return this._in(parents);"), "}"] : [],
    ...methods.map((method) => emitMethod(group, method)),
  ];
  return [
    docComment(description ?? resource?.collectionPath ?? className),
    `export class ${className} extends ApiResource {`,
    indent(...members.filter((member) => member.length > 0).map((member, at) => (at === 0 ? member : ["", ...member]))),
    "}",
  ];
}

/** Where the runtime has what writes rarer parameters and bodies. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  "encode-form.js": ["multipart", "urlencoded"],
  "encode-lines.js": ["jsonLines", "jsonSequence"],
  "serialize-parameter.js": ["form"],
  "styles.js": ["deepObject", "label", "matrix", "pipeDelimited", "spaceDelimited"],
};

function importWriters(used: ReadonlySet<string>): string[] {
  return Object.entries(WRITERS).flatMap(([file, names]) => {
    const some = names.filter((name) => used.has(name));
    return some.length === 0 ? [] : [`import { ${some.join(", ")} } from "../utils/wire/${file}";`];
  });
}

function constantOf({ className }: GroupPlan, { name }: MethodPlan): string {
  return `${className}_${name}`;
}

/** No class and no method has a `$` in its name. */
function specOf({ className, file }: GroupPlan): string {
  return file === className ? "spec" : `${className}$spec`;
}

function emitSpec(group: GroupPlan, plan: SdkPlan, scope: OperationScope): string {
  const { resource } = group;
  if (!resource) return "undefined";
  const { schemas } = plan.api;
  const calls = new Map(group.methods.map((method) => [method.record, method]));
  const record = (name: MethodPlan["record"], field: string): string[] => {
    const method = calls.get(name);
    if (!method) return [];
    const { body, reply } = places(method.operation);
    return [
      `${field}: { operation: ${constantOf(group, method)}${body && body.length > 0 ? `, body: ${literal(body)}${idempotencyKey(plan, method.operation, body)}` : ""}${reply ? `, reply: ${literal(reply)}` : ""}${pathNames(resource, method.operation)} }`,
    ];
  };
  const list = calls.get("find");
  const fields = [
    `name: ${literal(group.name)}`,
    // Only queries ask for it: its own, and those that load it for a relation.
    `schema: ${list || isRelated(group, plan) ? emitRecordFields(recordSchema(group, schemas), scope) : "true"}`,
    ...(resource.id.property ? [`id: ${literal(resource.id.property)}`] : []),
    ...(resource.id.parameter ? [`idParameter: ${literal(resource.id.parameter)}`] : []),
    ...(resource.parents.length > 0
      ? [
          `parents: ${literal(resource.parents.map(({ parameter, property }) => ({ parameter, ...(property ? { property } : {}) })))}`,
        ]
      : []),
    ...(list && resource.list
      ? [`list: ${emitList(resource.list, constantOf(group, list), callParameters(list.operation), schemas)}`]
      : []),
    ...record("create", "create"),
    ...record("get", "read"),
    ...record("replace", "replace"),
    ...record("update", "update"),
    ...record("delete", "remove"),
    ...(isPopulated(group, plan)
      ? [`relations: { ${group.relations.map((relation) => emitRelation(relation, plan, scope)).join(", ")} }`]
      : []),
    ...(hasQueries(group) ? ["queries"] : []),
  ];
  return `{\n${fields.map((field) => `  ${field},`).join("\n")}\n}`;
}

function hasQueries({ methods }: GroupPlan): boolean {
  return methods.some(({ record }) => record === "find");
}

/** Relations are loaded by queries: by its own, and by those that reach it by a relation. */
function isPopulated(group: GroupPlan, plan: SdkPlan): boolean {
  return group.relations.length > 0 && (hasQueries(group) || isRelated(group, plan));
}

const relatedOf = new WeakMap<SdkPlan, ReadonlySet<string>>();

/** Does a relation lead to it? Worked out once: every resource asks. */
function isRelated({ name }: GroupPlan, plan: SdkPlan): boolean {
  const known = relatedOf.get(plan) ?? relatedNames(plan);
  relatedOf.set(plan, known);
  return known.has(name);
}

function relatedNames({ groups }: SdkPlan): ReadonlySet<string> {
  const relations = groups.flatMap((group) => group.relations);
  return new Set(relations.flatMap((relation) => ("target" in relation ? (relation.target ?? []) : [])));
}

function emitRelation(relation: RelationPlan, { api }: SdkPlan, scope: OperationScope): string {
  const name = propertyName(relation.name);
  if (relation.kind !== "link") {
    const { kind, expand } = relation;
    const target = relation.kind === "expand" ? {} : { resource: relation.target };
    const by = relation.kind === "many" ? { parameter: relation.parameter } : { key: relation.key };
    return `${name}: ${literal({ kind, ...target, ...by, ...(expand === undefined ? {} : { expand }) })}`;
  }
  const { operation, parameters, reply, many, target } = relation;
  const fields = [
    'kind: "link"',
    `operation: ${emitOperation(operation, callParameters(operation), scope, operationDefaults(api))}`,
    `parameters: ${literal(parameters)}`,
    `reply: ${literal(reply)}`,
    ...(many ? ["many: true"] : []),
    ...(target === undefined ? [] : [`resource: ${literal(target)}`]),
  ];
  return `${name}: { ${fields.join(", ")} }`;
}

/** `idempotency_key` beside the record: Square's way. */
function idempotencyKey({ api }: SdkPlan, { requestBody }: Operation, body: RecordPlace): string {
  const schema = preferred(requestBody?.content ?? [])[0]?.schema;
  const names = schema && body.length === 1 ? [...objectProperties(api.schemas, schema.json).keys()] : [];
  const name = names.find((key) => /^idempotency_?key$/i.test(key));
  return name === undefined ? "" : `, idempotencyKey: ${literal([name])}`;
}

/** A reference stays one only where the schema has a file of its own. */
export function named(schema: JsonSchema, { modelAt, api }: SdkPlan): JsonSchema {
  return typeof schema === "object" && schema.$ref !== undefined && !modelAt.has(schema.$ref)
    ? api.schemas.at(schema.$ref).json
    : schema;
}

/** Said only where an operation's path names its parameters unlike the resource does, or leaves the id to the body. */
function pathNames({ parents, id }: Resource, { template, role }: Operation): string {
  const usual = [...parents.map(({ parameter }) => parameter), id.parameter];
  const isUsual = template.parameters.every((name, at) => name === usual[at]);
  return isUsual && !("hasIdInBody" in role && role.hasIdInBody) ? "" : `, path: ${literal(template.parameters)}`;
}

function places(operation: Operation): {
  readonly body: RecordPlace | undefined;
  readonly reply: RecordPlace | undefined;
} {
  const { role } = operation;
  return {
    body: "body" in role ? role.body : undefined,
    reply: "reply" in role && hasMembers(operation) ? role.reply : undefined,
  };
}

function emitMethod(group: GroupPlan, method: MethodPlan): string[] {
  const { name, record, operation } = method;
  const call = (id: string, values: string): string =>
    `return this._record(${literal(record === "get" ? "read" : record === "delete" ? "remove" : record)}, ${id}, ${values}, options);`;
  switch (record) {
    case "find":
      return [
        `${name}(criteria) {`,
        ...indent(`return find(this._context, ${specOf(group)}, criteria, this._parents);`),
        "}",
      ];
    case "create":
      return [`${name}(values, options) {`, ...indent(call("undefined", "values")), "}"];
    case "get":
    case "delete":
      return [`${name}(id, options) {`, ...indent(call("id", "undefined")), "}"];
    case "replace":
    case "update":
      return [`${name}(id, values, options) {`, ...indent(call("id", "values")), "}"];
    case undefined: {
      const { parameters, body } = argumentsOf(operation);
      const names = [...(parameters ? ["params"] : []), ...(body ? ["body"] : []), "options"];
      return [
        `${name}(${names.join(", ")}) {`,
        ...indent(
          `return this._call(${constantOf(group, method)}, ${parameters ? "params" : "undefined"}, ${body ? "body" : "undefined"}, options);`,
        ),
        "}",
      ];
    }
  }
}

/** Which arguments a method takes before its options. */
export function argumentsOf({ parameters, requestBody }: Operation): {
  readonly parameters: boolean;
  readonly body: boolean;
} {
  return { parameters: parameters.length > 0, body: requestBody !== undefined };
}
