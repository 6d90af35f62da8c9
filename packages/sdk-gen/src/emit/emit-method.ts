import { type Operation, objectProperties, type RecordPlace, type Resource } from "@onespec/spec-core";
import { hasMembers, preferred } from "../plan/media-types.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { indent } from "./code.js";
import { literal, propertyName } from "./escape.js";

/** The lines of a method of a resource class. */
export function emitMethod(group: GroupPlan, method: MethodPlan, plan: SdkPlan): string[] {
  const { name, record, operation, reply } = method;
  const isTyped = plan.features.language === "ts";
  const call = (parameters: string, body: string, place: RecordPlace): string[] => {
    const given = [
      constantOf(group, method),
      parameters,
      body,
      "options",
      ...(place.length > 0 ? [literal(place)] : []),
    ];
    return indent(`return this._call(${given.join(", ")});`);
  };
  switch (record) {
    case "find":
      return [
        `${name}(criteria, options) {`,
        ...indent("return find(this._context, spec, criteria, options, this._parents);"),
        "}",
      ];
    case undefined: {
      const { parameters, body } = argumentsOf(operation);
      const sent = call(parameters ? "params" : "undefined", body ? "body" : "undefined", reply);
      return [`${name}(${argumentNames(method).join(", ")}) {`, ...sent, "}"];
    }
    case "create":
    case "get":
    case "replace":
    case "update":
    case "delete": {
      // If the caller passes no record, an empty one is sent. The server's answer then names the missing fields.
      const values = operation.requestBody?.required && !isTyped ? "values = {}" : "values";
      const names = argumentNames(method).map((name) => (name === "values" ? values : name));
      const sent = call(recordParameters(group, method), recordBody(group, method, plan), reply);
      return [`${name}(${names.join(", ")}) {`, ...sent, "}"];
    }
  }
}

/** The path parameters of a record method: its id, and the parents whose names differ in this path. */
function recordParameters({ resource }: GroupPlan, { record, operation }: MethodPlan): string {
  const { parameters: names } = operation.template;
  const parents = resource?.parents ?? [];
  const others = parents.flatMap(({ parameter }, at) => {
    const own = names[at] ?? parameter;
    if (own === parameter) return [];
    // Removes the parent's own name, since the operation does not declare it.
    const rest = names.includes(parameter) ? [] : [`${propertyName(parameter)}: undefined`];
    return [...rest, `${propertyName(own)}: this._parents[${literal(parameter)}]`];
  });
  const id = names[parents.length];
  const given = id === undefined || record === "create" ? [] : [id === "id" ? id : `${propertyName(id)}: id`];
  const all = [...others, ...given];
  return all.length === 0 ? "undefined" : `{ ${all.join(", ")} }`;
}

/** The body of a record method: the record. The description may require its id or an envelope. */
function recordBody(group: GroupPlan, method: MethodPlan, plan: SdkPlan): string {
  const { operation } = method;
  if (!hasValues(method)) return operation.requestBody?.required ? "bodyOrEmpty(options)" : "undefined";
  const { body = [] } = places(operation);
  const isEmpty = operation.requestBody?.required && plan.features.language === "ts";
  const values = isEmpty ? "values === undefined ? {} : values" : "values";
  const place = placeOfId(group, method);
  const record = place ? `withId(${values}, id, ${literal(place)})` : values;
  if (body.length === 0) return record;
  return `inEnvelope(${record}, ${literal(body)}, options${idempotencyKey(plan, operation, body)})`;
}

/** The runtime's functions that `recordBody` calls. */
export function bodyBuilders(group: GroupPlan, method: MethodPlan): string[] {
  const { record, operation } = method;
  if (record === undefined || record === "find") return [];
  if (!hasValues(method)) return operation.requestBody?.required ? ["bodyOrEmpty"] : [];
  return [
    ...((places(operation).body ?? []).length > 0 ? ["inEnvelope"] : []),
    ...(placeOfId(group, method) ? ["withId"] : []),
  ];
}

/** The place of the id in the record, if the path does not contain the id. */
function placeOfId({ resource }: GroupPlan, { record, operation }: MethodPlan): RecordPlace | undefined {
  if (!resource || record === "create") return undefined;
  const { parents, id } = resource;
  const isLeftOut = operation.template.parameters.length <= parents.length;
  return isLeftOut && !hasUsualPath(resource, operation) ? id.property : undefined;
}

/** The names of a method's arguments: `["id", "values", "options"]`. Queries have different arguments. */
export function argumentNames(method: MethodPlan): string[] {
  const { record, operation } = method;
  if (record !== undefined)
    return [...(record === "create" ? [] : ["id"]), ...(hasValues(method) ? ["values"] : []), "options"];
  const { parameters, body } = argumentsOf(operation);
  return [...(parameters ? ["params"] : []), ...(body ? ["body"] : []), "options"];
}

/** Which arguments a method without a record has before its options. */
export function argumentsOf({ parameters, requestBody }: Operation): {
  readonly parameters: boolean;
  readonly body: boolean;
} {
  return { parameters: parameters.length > 0, body: requestBody !== undefined };
}

/** The name of the data of a method's operation. */
export function constantOf({ className }: GroupPlan, { name }: MethodPlan): string {
  return `${className}_${name}`;
}

/** True if the method takes a record. */
function hasValues({ record }: MethodPlan): boolean {
  return record === "create" || record === "replace" || record === "update";
}

/** Finds an `idempotency_key` next to the record, as in Square's API. */
function idempotencyKey({ api }: SdkPlan, { requestBody }: Operation, body: RecordPlace): string {
  const schema = preferred(requestBody?.content ?? [])[0]?.schema;
  const names = schema && body.length === 1 ? [...objectProperties(api.schemas, schema.json).keys()] : [];
  const name = names.find(isIdempotencyKey);
  return name === undefined ? "" : `, ${literal(name)}`;
}

export const isIdempotencyKey = (name: string): boolean => /^idempotency_?key$/i.test(name);

/** False if the path names its parameters differently than the resource, or the body contains the id. */
export function hasUsualPath({ parents, id }: Resource, { template, role }: Operation): boolean {
  const usual = [...parents.map(({ parameter }) => parameter), id.parameter];
  const isUsual = template.parameters.every((name, at) => name === usual[at]);
  return isUsual && !("hasIdInBody" in role && role.hasIdInBody);
}

export function places(operation: Operation): {
  readonly body: RecordPlace | undefined;
  readonly reply: RecordPlace | undefined;
} {
  const { role } = operation;
  return {
    body: "body" in role ? role.body : undefined,
    reply: "reply" in role && hasMembers(operation) ? role.reply : undefined,
  };
}
