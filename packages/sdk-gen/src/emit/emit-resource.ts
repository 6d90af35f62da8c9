import type { Operation, RecordPlace } from "@onespec/spec-core";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, indent } from "./code.js";
import { docComment } from "./doc-comment.js";
import { emitList } from "./emit-list.js";
import { byName } from "./emit-model.js";
import { callParameters, emitOperation } from "./emit-operation.js";
import { emitSchemaAt, type SchemaScope } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";

/** `resources/<Resource>.js`: its operations as data and a class with a method for each. */
export function emitResource(group: GroupPlan, plan: SdkPlan): string {
  const scope: SchemaScope = { modelAt: plan.modelAt, used: new Set() };
  const servers = plan.api.servers.map(({ url }) => url);
  const constants = group.methods.map(
    (method) =>
      `const ${constantOf(group, method)} = ${emitOperation(method.operation, callParameters(method.operation), scope, servers)};`,
  );
  const spec = group.resource
    ? [`/** What queries know of it. */`, `export const spec = ${emitSpec(group, plan, scope)};`, ""]
    : [];
  return code(
    'import { contextOf, Resource } from "../utils/resource.js";',
    'import { api } from "../utils/api.js";',
    byName(scope.used).map(({ name }) => `import { ${name}Schema } from "../models/${name}.js";`),
    "",
    constants,
    "",
    spec,
    docComment(group.description ?? group.resource?.collectionPath ?? group.className),
    `export class ${group.className} extends Resource {`,
    indent(
      group.resource && ["/** For `populate` of a resource that is used on its own. */", "static spec = spec;", ""],
      [
        "/** @param given the client's context, or options when the resource is used on its own. */",
        "constructor(given = {}, parents = {}) {",
        indent("super(contextOf(given, api), parents);"),
        "}",
      ],
      group.resource &&
        group.resource.parents.length > 0 && [
          "",
          "in(parents) {",
          indent(`return new ${group.className}(this._context, { ...this._parents, ...parents });`),
          "}",
        ],
      group.methods.map((method) => ["", ...emitMethod(group, method)]),
    ),
    "}",
  );
}

export function constantOf({ className }: GroupPlan, { name }: MethodPlan): string {
  return `${className}_${name}`;
}

function emitSpec(group: GroupPlan, plan: SdkPlan, scope: SchemaScope): string {
  const { resource } = group;
  if (!resource) return "undefined";
  const { schemas } = plan.api;
  const calls = new Map(group.methods.map((method) => [method.record, method]));
  const record = (name: MethodPlan["record"], field: string): string[] => {
    const method = calls.get(name);
    if (!method) return [];
    const { body, reply } = places(method.operation);
    return [
      `${field}: { operation: ${constantOf(group, method)}${body && body.length > 0 ? `, body: ${literal(body)}` : ""}${reply ? `, reply: ${literal(reply)}` : ""} }`,
    ];
  };
  const list = calls.get("find");
  const fields = [
    `name: ${literal(group.name)}`,
    `schema: ${emitSchemaAt(resource.schema, scope)}`,
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
    ...(group.relations.length > 0
      ? [
          `relations: { ${group.relations.map(({ name, target, ...how }) => `${propertyName(name)}: ${literal({ kind: how.kind, resource: target, ...(how.kind === "one" ? { key: how.key } : { parameter: how.parameter }) })}`).join(", ")} }`,
        ]
      : []),
  ];
  return `{\n${fields.map((field) => `  ${field},`).join("\n")}\n}`;
}

function places({ role }: Operation): {
  readonly body: RecordPlace | undefined;
  readonly reply: RecordPlace | undefined;
} {
  return { body: "body" in role ? role.body : undefined, reply: "reply" in role ? role.reply : undefined };
}

function emitMethod(group: GroupPlan, method: MethodPlan): string[] {
  const { name, record, operation } = method;
  const id = literal(group.resource?.id.parameter ?? "id");
  const at = (values: string): string =>
    `return this._record(spec.${record === "get" ? "read" : record === "delete" ? "remove" : record}, { ...this._parents, [${id}]: id, ...options?.params }, ${values}, options);`;
  switch (record) {
    case "find":
      return [`${name}(criteria) {`, ...indent("return this._find(spec, criteria, this._parents);"), "}"];
    case "create":
      return [
        `${name}(values, options) {`,
        ...indent("return this._record(spec.create, { ...this._parents, ...options?.params }, values, options);"),
        "}",
      ];
    case "get":
    case "delete":
      return [`${name}(id, options) {`, ...indent(at("undefined")), "}"];
    case "replace":
    case "update":
      return [`${name}(id, values, options) {`, ...indent(at("values")), "}"];
    case undefined: {
      const { parameters, body } = argumentsOf(operation);
      const names = [...(parameters ? ["params"] : []), ...(body ? ["body"] : []), "options"];
      return [
        `${name}(${names.join(", ")}) {`,
        ...indent(
          `return this._call(${constantOf(group, method)}, ${parameters ? "{ ...this._parents, ...params }" : "undefined"}, ${body ? "body" : "undefined"}, options);`,
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
