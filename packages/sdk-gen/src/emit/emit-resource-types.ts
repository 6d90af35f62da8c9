import {
  type JsonSchema,
  type MediaType,
  type Operation,
  type OperationResponse,
  objectProperties,
  type RecordPlace,
  type View,
} from "@onespec/spec-core";
import { type CallParameter, callParameters } from "../plan/call-parameters.js";
import { pascalCase } from "../plan/identifier.js";
import { byStatus, isData, preferred } from "../plan/media-types.js";
import { recordSchema } from "../plan/record-schema.js";
import type { GroupPlan, MethodPlan, ModelPlan, RelationPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { argumentsOf, named, type ResourceTypes } from "./emit-resource.js";
import { type TypeScope, typeScope, typeText } from "./emit-type.js";
import { literal, propertyName } from "./escape.js";
import { importTypes, usedTypes } from "./import-models.js";

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
      ...usedTypes(`${text} OperationSpec${group.resource ? " ResourceSpec" : ""}`, "../utils/index.js"),
      ...importTypes(text, used, plan, "../models"),
    ],
    declarations,
    methods,
    parents: parentsText(group),
  };
}

/** @param used receives the models that the types refer to */
function classTypes(group: GroupPlan, plan: SdkPlan, used: Set<ModelPlan>): Line {
  const { resource } = group;
  const methods = group.methods.map((method) => emitMethodTypes(group, method, plan, used));
  const parents = parentsText(group);
  return [
    typeDeclarations(group, plan, used),
    docComment(group.description ?? resource?.collectionPath),
    `export declare class ${group.className} extends Resource {`,
    indent(
      resource && [
        "/** For `populate` of a resource that is used on its own. */",
        "static readonly spec: ResourceSpec;",
        "",
      ],
      "constructor(given?: ResourceOptions | ClientContext);",
      parents !== undefined && [
        "",
        ...docComment("The same resource below one parent."),
        `in(parents: ${parents}): ${group.className};`,
      ],
      methods.map((lines) => ["", ...lines]),
    ),
    "}",
  ];
}

export function parentsText({ resource }: GroupPlan): string | undefined {
  return resource && resource.parents.length > 0
    ? `{ ${resource.parents.map(({ parameter }) => `${propertyName(parameter)}: string | number`).join("; ")} }`
    : undefined;
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
      ...docComment("What `populate` can load."),
      `export interface ${group.className}Relations {`,
      indent(relations),
      "}",
      "",
    ],
    params.length > 0 && [...docComment("Parameters of the list, for `params`."), ...params, ""],
    group.methods.map((method) => paramsInterface(group, method, plan, scope("request"))),
    below.length > 0 && [
      ...docComment(`Without a parent: ${group.className} as the client has it.`),
      `export type ${group.className}Root = Omit<${group.className}, ${below.map((name) => literal(name)).join(" | ")}>;`,
      "",
    ],
  ];
}

/** The exported type of a method's parameters; `undefined` where something else has the name. */
function paramsName({ className }: GroupPlan, method: string, plan: SdkPlan): string | undefined {
  const name = `${className}${pascalCase(method, "Call")}Params`;
  const names = taken.get(plan) ?? new Set(plan.names.values());
  taken.set(plan, names);
  return names.has(name) ? undefined : name;
}

const taken = new WeakMap<SdkPlan, ReadonlySet<string>>();

function paramsInterface(group: GroupPlan, method: MethodPlan, plan: SdkPlan, scope: TypeScope): string[] {
  const name = paramsName(group, method.name, plan);
  if (method.record !== undefined || name === undefined || !argumentsOf(method.operation).parameters) return [];
  return [...`export interface ${name} ${parametersText(callParameters(method.operation), scope)}`.split("\n"), ""];
}

/** The methods that need a parent, which `in` gives. */
export function methodsBelow({ methods, resource }: GroupPlan): string[] {
  const parents = new Set(resource?.parents.map(({ parameter }) => parameter));
  return methods.flatMap(({ name, record, operation }) =>
    record !== undefined && operation.template.parameters.some((parameter) => parents.has(parameter)) ? [name] : [],
  );
}

/** The parameters of a list, without those that name its parents. */
function listParameters({ methods, resource }: GroupPlan): CallParameter[] {
  const find = methods.find(({ record }) => record === "find");
  const parents = new Set(resource?.parents.map(({ parameter }) => parameter));
  const calls = find ? callParameters(find.operation) : [];
  return calls.filter(({ parameter, name }) => !(parameter.in === "path" && parents.has(name)));
}

/** The type of the related record, whether there are many, and its own relations. */
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
  return typeText(named(recordSchema(group, plan.api.schemas), plan), scope);
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

/** The declaration of a method without its comment, and the models that it refers to. */
export interface MethodSignature {
  readonly text: string;
  readonly used: ReadonlySet<ModelPlan>;
}

const signatures = new WeakMap<MethodPlan, MethodSignature>();

/** Cached: the declarations and the API surface both need it. */
export function methodSignature(group: GroupPlan, method: MethodPlan, plan: SdkPlan): MethodSignature {
  const known = signatures.get(method);
  if (known) return known;
  const used = new Set<ModelPlan>();
  const text = signatureText(group, method, plan, (view) => typeScope(plan, view, used));
  const signature = { text, used };
  signatures.set(method, signature);
  return signature;
}

function signatureText(
  group: GroupPlan,
  { name, record, operation, reply: place }: MethodPlan,
  plan: SdkPlan,
  scope: (view: View) => TypeScope,
): string {
  const calls = callParameters(operation);
  const recordName = `${group.className}Record`;
  const relations = group.relations.length > 0 ? `${group.className}Relations` : "Record<never, never>";
  if (record === "find") {
    const sent = operation.method === "post" ? [bodyText(operation, plan, scope("request"))] : [];
    const params = [...(listParameters(group).length === 0 ? [] : [`${group.className}Params`]), ...sent];
    const all = params.length === 0 ? "Record<never, never>" : params.join(" & ");
    return `readonly ${propertyName(name)}: Find<${recordName}, ${relations}, ${all}>;`;
  }
  const reply = replyText(operation, place, plan, scope("response"));
  const whole = place.length > 0 ? replyText(operation, [], plan, scope("response")) : undefined;
  const text = (given: readonly string[], options: string): string => {
    if (whole === undefined) return `${name}(${[...given, `options?: ${options}`].join(", ")}): Call<${reply}>;`;
    const needed = given.map((argument) => argument.replace(/^(\w+)\?: (.*)$/s, "$1: $2 | undefined"));
    return [
      `${name}(${[...given, `options?: ${options} & { unwrap?: true }`].join(", ")}): Call<${reply}, ${whole}>;`,
      `${name}(${[...needed, `options: ${options} & { unwrap: false }`].join(", ")}): Call<${whole}>;`,
    ].join("\n");
  };
  const bodyNeeded = operation.requestBody?.required === true;
  const body = bodyText(operation, plan, scope("request"));
  if (record === undefined) {
    const given = argumentsOf(operation);
    const needed = calls.some(({ parameter }) => parameter.required || parameter.in === "path");
    const list = [
      ...(given.parameters
        ? [
            `params${needed || bodyNeeded ? "" : "?"}: ${paramsName(group, name, plan) ?? parametersText(calls, scope("request"))}`,
          ]
        : []),
      ...(given.body ? [`body${bodyNeeded ? "" : "?"}: ${body}`] : []),
    ];
    return text(list, "CallOptions");
  }
  const list = [
    ...(record === "create" ? [] : [`id: ${idText(group, scope("request"))}`]),
    ...(record === "get" || record === "delete" ? [] : [`values${bodyNeeded ? "" : "?"}: ${body}`]),
  ];
  return text(list, `${optionsText(group, calls, scope("request"))}${envelopeText(operation, plan, scope("request"))}`);
}

/** The type of the `envelope` option: properties of the request body beside the record. */
function envelopeText({ requestBody, role }: Operation, plan: SdkPlan, scope: TypeScope): string {
  const place = "body" in role ? role.body : [];
  const [media] = preferred(requestBody?.content ?? []);
  if (place.length === 0 || !media?.schema || objectProperties(plan.api.schemas, media.schema.json).size < 2) return "";
  return ` & { envelope?: Partial<Omit<${mediaText(media, plan, scope)}, ${literal(place[0] ?? "")}>> }`;
}

/** The type of the options, with the parameters other than the id and the parents. */
function optionsText({ resource }: GroupPlan, calls: readonly CallParameter[], scope: TypeScope): string {
  const given = new Set([resource?.id.parameter, ...(resource?.parents.map(({ parameter }) => parameter) ?? [])]);
  const rest = calls.filter(({ parameter, name }) => !(parameter.in === "path" && given.has(name)));
  return rest.length === 0 ? "CallOptions" : `CallOptions & { params?: ${parametersText(rest, scope)} }`;
}

function parametersText(calls: readonly CallParameter[], scope: TypeScope): string {
  const lines = calls.flatMap(({ parameter, name }) => {
    const text = typeText(parameter.schema.json, { ...scope, isText: parameter.in === "path" });
    const required = parameter.required || parameter.in === "path";
    const field = `${propertyName(name)}${required ? "" : "?"}: ${text}${required || text === "unknown" ? "" : " | undefined"};`;
    return [...docComment(parameter.description, parameter.deprecated && "@deprecated"), field];
  });
  return `{\n${indent(...lines).join("\n")}\n}`;
}

function idText({ resource }: GroupPlan, scope: TypeScope): string {
  const json = resource && (resource.id.parameterSchema?.json ?? resource.id.schema.json);
  const text = json === undefined ? "unknown" : typeText(json, { ...scope, isText: true });
  return text === "unknown" ? "string | number" : text;
}

function bodyText({ requestBody, role }: Operation, plan: SdkPlan, scope: TypeScope): string {
  const [media] = preferred(requestBody?.content ?? []);
  const whole = mediaText(media, plan, scope);
  const place = "body" in role && role.kind !== "singleton" ? role.body : [];
  return memberText(whole, place);
}

function replyText({ responses }: Operation, place: RecordPlace, plan: SdkPlan, scope: TypeScope): string {
  const success = byStatus(responses).filter(({ status }) => /^2/.test(status));
  const answers = success.length > 0 ? success : responses.filter(({ status }) => status === "default");
  const texts = answers.map((response) =>
    holds(response, place, plan) ? memberText(responseText(response, plan, scope), place) : "undefined",
  );
  return [...new Set(texts.length === 0 ? ["unknown"] : texts)]
    .map((text) => (text.includes(" & ") ? `(${text})` : text))
    .join(" | ");
}

export function responseText({ content }: OperationResponse, plan: SdkPlan, scope: TypeScope): string {
  if (content.length === 0) return "undefined";
  return [...new Set(preferred(content).map((media) => mediaText(media, plan, scope)))].join(" | ");
}

function mediaText(media: MediaType | undefined, plan: SdkPlan, scope: TypeScope): string {
  if (!media) return "unknown";
  const { type, schema, itemSchema } = media;
  if (scope.view === "response") {
    const item = itemSchema ?? schema;
    if (/^text\/event-stream\b/.test(type))
      return `AsyncIterable<ServerEvent<${item ? schemaText(item.json, item.uri, plan, scope) : "unknown"}>>`;
    if (/ndjson|jsonl|json-seq/.test(type))
      return `AsyncIterable<${item ? schemaText(item.json, item.uri, plan, scope) : "unknown"}>`;
    if (!isData(type)) return /^text\/|xml/.test(type) ? "string" : "Blob";
  }
  return schema ? schemaText(schema.json, schema.uri, plan, scope) : "unknown";
}

function schemaText(json: JsonSchema, uri: string, { modelAt }: SdkPlan, scope: TypeScope): string {
  return typeText(modelAt.has(uri) ? { $ref: uri } : json, scope);
}

/** True if the response can contain the record. A 202 may contain something else, such as a ticket. */
function holds({ content }: OperationResponse, [name]: RecordPlace, { api }: SdkPlan): boolean {
  return (
    name === undefined ||
    content.some(
      ({ type, schema }) =>
        isData(type) && schema !== undefined && objectProperties(api.schemas, schema.json).has(name),
    )
  );
}

/** The member of a type that an envelope holds. */
function memberText(whole: string, place: RecordPlace): string {
  return place.reduce(
    (text, name) =>
      text.includes(" | ")
        ? `Member<${text}, ${literal(name)}>`
        : `NonNullable<${text.includes(" ") ? `(${text})` : text}[${literal(name)}]>`,
    whole,
  );
}
