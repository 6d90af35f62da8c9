import { type JsonSchema, type Operation, objectProperties, type RecordPlace, type Resource } from "@onespec/spec-core";
import { callParameters } from "../plan/call-parameters.js";
import { hasMembers, preferred } from "../plan/media-types.js";
import { recordSchema } from "../plan/record-schema.js";
import type { GroupPlan, MethodPlan, ModelPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { BodiesDraft } from "./body-schemas.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitList } from "./emit-list.js";
import { emitOperation, type OperationScope } from "./emit-operation.js";
import { emitRecordFields } from "./emit-record-fields.js";
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
  /** The models that the text may refer to. */
  readonly used: ReadonlySet<ModelPlan>;
  /** Absent where the text itself holds the schemas of bodies. */
  readonly bodies: BodiesDraft | undefined;
}

/** @param bodies the schemas of request bodies, where they get a file of their own */
export function draftResource(group: GroupPlan, plan: SdkPlan, bodies: BodiesDraft | undefined): ResourceDraft {
  const { className, methods, resource } = group;
  const writers = new Set<string>();
  const used = new Set<ModelPlan>();
  const written = new WrittenSchemas();
  const scope: OperationScope = {
    schemas: plan.api.schemas,
    modelAt: plan.modelAt,
    used,
    keywords: new Set<string>(),
    writers,
    written,
    apart: new Set(bodies?.schemas.keys()),
  };
  const defaults = operationDefaults(plan.api);
  const lines = [
    ...(bodies ? [`const bodies = loadBodies(${literal(className)}, () => import("./bodies/${className}.js"));`] : []),
    ...methods.map(
      (method) =>
        `const ${constantOf(group, method)} = ${emitOperation(method.operation, callParameters(method.operation), scope, defaults)};`,
    ),
    "",
    ...(resource
      ? ["/** What queries know of it. */", `export const spec = ${emitSpec(group, plan, scope)};`, ""]
      : []),
  ];
  return { group, text: lines.join("\n"), written, writers, used, bodies };
}

/** `resources/<Resource>.js`: its operations as data and a class with a method for each. */
export function emitResource(
  { group, text, written, writers, used, bodies }: ResourceDraft,
  shared: SharedSchemas,
): string {
  const data = shared.apply(text, written);
  return code(
    'import { ApiResource } from "../utils/api.js";',
    hasQueries(group) && [
      'import { find } from "../utils/query/find.js";',
      `import { ${group.relations.length > 0 ? "queriesWithRelations as queries" : "queries"} } from "../utils/query/queries.js";`,
    ],
    bodies !== undefined && 'import { loadBodies } from "../utils/load-bodies.js";',
    importWriters(writers),
    importUsed(data, used, {
      utils: "../utils",
      model: (name) => `../models/${name}.js`,
      shared: "../utils/shapes.js",
    }),
    "",
    data.text,
    emitClass(group),
  );
}

function emitClass(group: GroupPlan): Line {
  const { resource, description, className, methods } = group;
  const members = [
    resource ? ["/** For `populate` of a resource that is used on its own. */", "static spec = spec;"] : [],
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

/** The runtime's modules with writers of rarer parameters and bodies. */
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
    // Only queries need it: those of the resource, and those that load it as a relation.
    `schema: ${list || plan.related.has(group.name) ? emitRecordFields(recordSchema(group, schemas), scope) : "true"}`,
    ...(resource.id.property ? [`id: ${literal(resource.id.property)}`] : []),
    ...(resource.id.parameter ? [`idParameter: ${literal(resource.id.parameter)}`] : []),
    ...(resource.parents.length > 0
      ? [
          `parents: ${literal(resource.parents.map(({ parameter, property }) => ({ parameter, ...(property ? { property } : {}) })))}`,
        ]
      : []),
    ...(list && resource.list
      ? [`list: ${emitList(resource.list, constantOf(group, list), callParameters(list.operation), schemas, recordSchema(group, schemas))}`]
      : []),
    ...record("create", "create"),
    ...record("get", "read"),
    ...record("replace", "replace"),
    ...record("update", "update"),
    ...record("delete", "remove"),
    ...(isPopulated(group, plan)
      ? [`relations: { ${group.relations.map((relation) => emitRelation(relation, plan, scope)).join(", ")} }`]
      : []),
    ...(group.whole ? ["whole: true"] : []),
    ...(hasQueries(group) ? ["queries"] : []),
  ];
  return `{\n${fields.map((field) => `  ${field},`).join("\n")}\n}`;
}

function hasQueries({ methods }: GroupPlan): boolean {
  return methods.some(({ record }) => record === "find");
}

/** True if queries of the resource, or queries that load it as a relation, can load its relations. */
function isPopulated(group: GroupPlan, plan: SdkPlan): boolean {
  return group.relations.length > 0 && (hasQueries(group) || plan.related.has(group.name));
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

/** Finds an `idempotency_key` beside the record, as in Square's API. */
function idempotencyKey({ api }: SdkPlan, { requestBody }: Operation, body: RecordPlace): string {
  const schema = preferred(requestBody?.content ?? [])[0]?.schema;
  const names = schema && body.length === 1 ? [...objectProperties(api.schemas, schema.json).keys()] : [];
  const name = names.find((key) => /^idempotency_?key$/i.test(key));
  return name === undefined ? "" : `, idempotencyKey: ${literal([name])}`;
}

/** Resolves a reference to a schema without a model. */
export function named(schema: JsonSchema, { modelAt, api }: SdkPlan): JsonSchema {
  return typeof schema === "object" && schema.$ref !== undefined && !modelAt.has(schema.$ref)
    ? api.schemas.at(schema.$ref).json
    : schema;
}

/** Emitted only if the path names its parameters differently than the resource, or the body contains the id. */
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
  const { name, record, operation, reply } = method;
  const call = (id: string, values: string): string =>
    `return this._record(${literal(record === "get" ? "read" : record === "delete" ? "remove" : record)}, ${id}, ${values}, options);`;
  switch (record) {
    case "find":
      return [`${name}(criteria) {`, ...indent("return find(this._context, spec, criteria, this._parents);"), "}"];
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
          `return this._call(${constantOf(group, method)}, ${parameters ? "params" : "undefined"}, ${body ? "body" : "undefined"}, options${reply.length > 0 ? `, ${literal(reply)}` : ""});`,
        ),
        "}",
      ];
    }
  }
}

/** The arguments of a method before its options. */
export function argumentsOf({ parameters, requestBody }: Operation): {
  readonly parameters: boolean;
  readonly body: boolean;
} {
  return { parameters: parameters.length > 0, body: requestBody !== undefined };
}
