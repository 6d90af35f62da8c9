import type { JsonSchema, View } from "@onespec/spec-core";
import { callParameters } from "../plan/call-parameters.js";
import { recordSchema } from "../plan/record-schema.js";
import type { GroupPlan, MethodPlan, ModelPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import { replyText } from "./body-type.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { argumentsOf } from "./emit-method.js";
import type { ResourceTypes } from "./emit-resource.js";
import { hasSpec } from "./emit-resource-spec.js";
import { type TypeScope, typeScope, typeText } from "./emit-type.js";
import { literal, propertyName } from "./escape.js";
import { importTypes, usedTypes } from "./import-models.js";
import { listParameters, methodSignature, parametersText, paramsName } from "./method-signature.js";

/** `resources/<Resource>.d.ts`: the class, and the types of its records, relations and parameters. */
export function emitResourceTypes(group: GroupPlan, plan: SdkPlan): string {
  const used = new Set<ModelPlan>();
  // Before the imports, which name the models in `used`.
  const lines = classTypes(group, plan, used);
  return code(
    usedTypes(code(lines), "../utils/index.js"),
    importTypes(code(lines), used, plan, "../models"),
    "",
    lines,
  );
}

/** The types of a resource for its TypeScript source. */
export function resourceTypes(group: GroupPlan, plan: SdkPlan): ResourceTypes {
  const used = new Set<ModelPlan>();
  const declarations = typeDeclarations(group, plan, used);
  const methods = new Map(
    group.methods.map((method) => {
      const signature = methodSignature(group, method, plan);
      for (const model of signature.used) used.add(model);
      return [method, { doc: methodComment(method), signature: signature.text.replace(/;$/, "") }];
    }),
  );
  const text = [code(declarations), ...[...methods.values()].map(({ signature }) => signature)].join("\n");
  return {
    imports: [
      ...usedTypes(`${text} OperationSpec${hasSpec(group, plan) ? " ResourceSpec" : ""}`, "../utils/index.js"),
      ...importTypes(text, used, plan, "../models"),
    ],
    declarations,
    methods,
    parents: parentsText(group, plan),
  };
}

/** @param used receives the models that the types refer to */
function classTypes(group: GroupPlan, plan: SdkPlan, used: Set<ModelPlan>): Line {
  const { resource } = group;
  const methods = group.methods.map((method) => emitMethodTypes(group, method, plan, used));
  const parents = parentsText(group, plan);
  return [
    typeDeclarations(group, plan, used),
    docComment(group.description ?? resource?.collectionPath),
    `export declare class ${group.className} extends Resource {`,
    indent(
      hasSpec(group, plan) && [
        "/** Used by `populate` of other resources. */",
        "static readonly spec: ResourceSpec;",
        "",
      ],
      "constructor(given?: ResourceOptions | ClientContext);",
      parents !== undefined && [
        "",
        ...docComment("The resource below a parent."),
        `in(parents: ${parents}): ${group.className};`,
      ],
      methods.map((lines) => ["", ...lines]),
    ),
    "}",
  ];
}

/** The type of the argument of `in`. Texts that are ids may be numbers in records. */
function parentsText({ resource, methods }: GroupPlan, plan: SdkPlan): string | undefined {
  if (!resource || resource.parents.length === 0) return undefined;
  const scope = { ...typeScope(plan, "request"), isText: true };
  const parameters = methods.flatMap(({ operation }) => operation.parameters.filter((one) => one.in === "path"));
  const fields = resource.parents.map(({ parameter }) => {
    const declared = parameters.filter(({ name }) => name === parameter);
    const texts = new Set(declared.map(({ schema }) => typeText(plan.api.schemas.follow(schema.json), scope)));
    const [text = ""] = texts;
    return `${propertyName(parameter)}: ${texts.size === 1 && text.startsWith("number") ? text : "string | number"}`;
  });
  return `{ ${fields.join("; ")} }`;
}

/** The record, its relations and the parameters of its calls. @param used receives the models that the types refer to */
function typeDeclarations(group: GroupPlan, plan: SdkPlan, used: Set<ModelPlan>): Line {
  const scope = (view: View): TypeScope => typeScope(plan, view, used);
  const recordType = group.resource ? recordText(group, plan, scope("response")) : undefined;
  const relations = group.relations.map(
    (relation) => `${propertyName(relation.name)}: ${relationText(group, relation, plan, scope("response"))};`,
  );
  const listed = listParameters(group);
  const params =
    listed.length === 0
      ? []
      : `export interface ${group.className}Params ${parametersText(listed, scope("request"))}`.split("\n");
  const below = methodsBelow(group);
  return [
    recordType !== undefined && [
      ...docComment(`A record of ${group.name}.`),
      `export type ${group.className}Record = ${recordType};`,
      "",
    ],
    group.relations.length > 0 && [
      ...docComment("Relations that `populate` can load."),
      `export interface ${group.className}Relations {`,
      indent(relations),
      "}",
      "",
    ],
    params.length > 0 && [...docComment("Parameters of the list, for `params`."), ...params, ""],
    group.methods.map((method) => paramsInterface(group, method, plan, scope("request"))),
    below.length > 0 && [
      ...docComment(`${group.className} without a parent: the property of the client.`),
      `export type ${group.className}Root = Omit<${group.className}, ${below.map((name) => literal(name)).join(" | ")}>;`,
      "",
    ],
  ];
}

function paramsInterface(group: GroupPlan, method: MethodPlan, plan: SdkPlan, scope: TypeScope): string[] {
  const name = paramsName(group, method.name, plan);
  if (method.record !== undefined || name === undefined || !argumentsOf(method.operation).parameters) return [];
  return [...`export interface ${name} ${parametersText(callParameters(method.operation), scope)}`.split("\n"), ""];
}

/** The methods that need a parent, which `in` sets. */
export function methodsBelow({ methods, resource }: GroupPlan): string[] {
  const parents = new Set(resource?.parents.map(({ parameter }) => parameter));
  return methods.flatMap(({ name, record, operation }) =>
    record !== undefined && operation.template.parameters.some((parameter) => parents.has(parameter)) ? [name] : [],
  );
}

/** The type of a related record, whether there are several, and its own relations. */
function relationText(own: GroupPlan, relation: RelationPlan, plan: SdkPlan, scope: TypeScope): string {
  const target = "target" in relation ? plan.groupByName.get(relation.target ?? "") : undefined;
  const many = relation.kind === "many" || ((relation.kind === "link" || relation.kind === "one") && relation.many);
  if (!target) {
    const record =
      relation.kind === "link"
        ? replyText(relation.operation, relation.reply, plan, scope)
        : `Extract<NonNullable<${own.className}Record[${literal(relation.name)}]>, object>`;
    return `{ record: ${record}; many: false; relations: Record<never, never> }`;
  }
  const from = `import("./${target.className}.js").${target.className}`;
  const relations = target.relations.length > 0 ? `${from}Relations` : "Record<never, never>";
  return `{ record: ${from}Record; many: ${many}; relations: ${relations} }`;
}

function recordText(group: GroupPlan, plan: SdkPlan, scope: TypeScope): string {
  return typeText(withoutReference(recordSchema(group, plan.api.schemas), plan), scope);
}

/** Resolves a reference to a schema that has no model. */
function withoutReference(schema: JsonSchema, { modelAt, api }: SdkPlan): JsonSchema {
  return typeof schema === "object" && schema.$ref !== undefined && !modelAt.has(schema.$ref)
    ? api.schemas.at(schema.$ref).json
    : schema;
}

function emitMethodTypes(group: GroupPlan, method: MethodPlan, plan: SdkPlan, used: Set<ModelPlan>): string[] {
  const signature = methodSignature(group, method, plan);
  for (const model of signature.used) used.add(model);
  return [...methodComment(method), ...signature.text.split("\n")];
}

function methodComment({ operation }: MethodPlan): string[] {
  const { summary, description, path, method, deprecated } = operation;
  return docComment(
    summary ?? description,
    summary === undefined ? undefined : description,
    `\`${method.toUpperCase()} ${path}\``,
    deprecated && "@deprecated",
  );
}
