import { type Operation, objectProperties, type View } from "@onespec/spec-core";
import { type CallParameter, callParameters, soleParameter } from "../plan/call-parameters.js";
import { pascalCase } from "../plan/identifier.js";
import { preferred } from "../plan/media-types.js";
import type { GroupPlan, MethodPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { bodyText, mediaText, replyText } from "./body-type.js";
import { indent } from "./code.js";
import { docComment } from "./doc-comment.js";
import { argumentsOf, isIdempotencyKey } from "./emit-method.js";
import { type TypeScope, typeScope, typeText } from "./emit-type.js";
import { literal, propertyName } from "./escape.js";

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
  const text = (given: readonly string[], options: string, mark = "?"): string => {
    if (whole === undefined) return `${name}(${[...given, `options${mark}: ${options}`].join(", ")}): Call<${reply}>;`;
    const needed = given.map((argument) => argument.replace(/^(\w+)\?: (.*)$/s, "$1: $2 | undefined"));
    return [
      `${name}(${[...given, `options${mark}: ${options} & { unwrap?: true }`].join(", ")}): Call<${reply}, ${whole}>;`,
      `${name}(${[...needed, `options: ${options} & { unwrap: false }`].join(", ")}): Call<${whole}>;`,
    ].join("\n");
  };
  const bodyNeeded = operation.requestBody?.required === true;
  const body = bodyText(operation, plan, scope("request"));
  if (record === undefined) {
    const given = argumentsOf(operation);
    const needed = calls.some(({ parameter }) => parameter.required || parameter.in === "path");
    const sole = soleParameter(plan.api.schemas, operation);
    const alone = sole ? ` | ${typeText(sole.parameter.schema.json, { ...scope("request"), isText: true })}` : "";
    const list = [
      ...(given.parameters
        ? [
            `params${needed || bodyNeeded ? "" : "?"}: ${paramsName(group, name, plan) ?? parametersText(calls, scope("request"))}${alone}`,
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
  const envelope = envelopeType(operation, plan, scope("request"));
  const options = `${optionsText(group, calls, scope("request"))}${envelope.text}`;
  return text(list, options, envelope.isRequired ? "" : "?");
}

/** The type of the `envelope` option: properties of the request body next to the record. */
function envelopeType({ requestBody, role }: Operation, plan: SdkPlan, scope: TypeScope) {
  const place = "body" in role ? role.body : [];
  const [media] = preferred(requestBody?.content ?? []);
  const properties = media?.schema && objectProperties(plan.api.schemas, media.schema.json);
  if (place.length === 0 || !media || !properties || properties.size < 2) return { text: "", isRequired: false };
  const body = mediaText(media, plan, scope);
  const [record = ""] = place;
  const required = [...properties].flatMap(([name, one]) => (name !== record && one.required ? [name] : []));
  // The client makes a key for each call.
  const made = required.filter(isIdempotencyKey);
  const left = [record, ...made].map(literal).join(" | ");
  const extra = made.length === 0 ? "" : ` & Partial<Pick<${body}, ${made.map(literal).join(" | ")}>>`;
  const isRequired = requestBody?.required === true && required.length > made.length;
  return { text: ` & { envelope${isRequired ? "" : "?"}: Omit<${body}, ${left}>${extra} }`, isRequired };
}

/** The type of the options, with the parameters other than the id and the parents. */
function optionsText({ resource }: GroupPlan, calls: readonly CallParameter[], scope: TypeScope): string {
  const given = new Set([resource?.id.parameter, ...(resource?.parents.map(({ parameter }) => parameter) ?? [])]);
  const rest = calls.filter(({ parameter, name }) => !(parameter.in === "path" && given.has(name)));
  return rest.length === 0 ? "CallOptions" : `CallOptions & { params?: ${parametersText(rest, scope)} }`;
}

function idText({ resource }: GroupPlan, scope: TypeScope): string {
  const json = resource && (resource.id.parameterSchema?.json ?? resource.id.schema.json);
  const text = json === undefined ? "unknown" : typeText(json, { ...scope, isText: true });
  return text === "unknown" ? "string | number" : text;
}

/** The exported type of a method's parameters. `undefined` if another export has the name. */
export function paramsName({ className }: GroupPlan, method: string, plan: SdkPlan): string | undefined {
  const name = `${className}${pascalCase(method, "Call")}Params`;
  const names = taken.get(plan) ?? new Set(plan.names.values());
  taken.set(plan, names);
  return names.has(name) ? undefined : name;
}

const taken = new WeakMap<SdkPlan, ReadonlySet<string>>();

/** The parameters of a list, without those that name its parents. */
export function listParameters({ methods, resource }: GroupPlan): CallParameter[] {
  const find = methods.find(({ record }) => record === "find");
  const parents = new Set(resource?.parents.map(({ parameter }) => parameter));
  const calls = find ? callParameters(find.operation) : [];
  return calls.filter(({ parameter, name }) => !(parameter.in === "path" && parents.has(name)));
}

export function parametersText(calls: readonly CallParameter[], scope: TypeScope): string {
  const lines = calls.flatMap(({ parameter, name }) => {
    const text = typeText(parameter.schema.json, { ...scope, isText: parameter.in === "path" });
    const required = parameter.required || parameter.in === "path";
    const field = `${propertyName(name)}${required ? "" : "?"}: ${text}${required || text === "unknown" ? "" : " | undefined"};`;
    return [...docComment(parameter.description, parameter.deprecated && "@deprecated"), field];
  });
  return `{\n${indent(...lines).join("\n")}\n}`;
}
