import { type ApiDescription, type Operation, sampleSchema } from "@onespec/spec-core";
import type { GroupPlan, MethodPlan } from "../plan/sdk-plan.js";
import { callParameters, preferred } from "./emit-operation.js";
import { argumentsOf } from "./emit-resource.js";
import { sorted } from "./emit-schema.js";
import { isIdentifier, literal, memberAccess, propertyName } from "./escape.js";

/** A call of a method with sample arguments, as it can be pasted: `client.books.get(17)`. */
export function sampleCall(api: ApiDescription, group: GroupPlan, { name, record, operation }: MethodPlan): string {
  const parents =
    group.resource && record !== undefined && group.resource.parents.length > 0
      ? `.in(${parentsText(api, group, operation)})`
      : "";
  const target = `client${memberAccess(group.name)}${parents}${memberAccess(name)}`;
  return `${target}(${argumentsText(api, group, operation, record)})`;
}

function argumentsText(
  api: ApiDescription,
  group: GroupPlan,
  operation: Operation,
  record: MethodPlan["record"],
): string {
  if (record === "find") return "";
  const body = operation.requestBody ? bodyText(api, operation) : undefined;
  if (record !== undefined) {
    const id = record === "create" ? [] : [idText(api, group, operation)];
    return [...id, ...(record === "get" || record === "delete" ? [] : [body ?? "{}"])].join(", ");
  }
  const given = argumentsOf(operation);
  const required = callParameters(operation).filter(({ parameter }) => parameter.required);
  const parameters = required.map(
    ({ parameter, name }) => `${propertyName(name)}: ${sampleText(api, parameter.schema, `${operation.id} ${name}`)}`,
  );
  const first =
    given.parameters && (parameters.length > 0 || given.body)
      ? [parameters.length > 0 ? `{ ${parameters.join(", ")} }` : "{}"]
      : [];
  return [...first, ...(given.body && body !== undefined ? [body] : [])].join(", ");
}

function parentsText(api: ApiDescription, { resource }: GroupPlan, operation: Operation): string {
  const fields = (resource?.parents ?? []).map(({ parameter }) => {
    const schema = operation.parameters.find(({ name }) => name === parameter)?.schema;
    return `${propertyName(parameter)}: ${schema ? sampleText(api, schema, parameter) : '"…"'}`;
  });
  return `{ ${fields.join(", ")} }`;
}

function idText(api: ApiDescription, { resource }: GroupPlan, operation: Operation): string {
  const schema =
    operation.parameters.find(({ name }) => name === resource?.id.parameter)?.schema ?? resource?.id.schema;
  return schema ? sampleText(api, schema, "id") : '"id"';
}

function bodyText(api: ApiDescription, { id, requestBody, role }: Operation): string {
  const [media] = preferred(requestBody?.content ?? []);
  if (!media?.schema) return "{}";
  const sample = sampleSchema(api.schemas, media.schema, { seed: id, view: "request", optional: false });
  if (!sample.ok) return "{}";
  const place = "body" in role && role.kind !== "singleton" ? role.body : [];
  const value = place.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    sample.value,
  );
  const text = jsText(value ?? {});
  return text.length > 600 ? "{ /* … */ }" : text;
}

function sampleText(api: ApiDescription, schema: Operation["parameters"][number]["schema"], seed: string): string {
  const sample = sampleSchema(api.schemas, schema, { seed, view: "request", optional: false });
  return jsText(sample.ok ? sample.value : "…");
}

/** A JSON value as people write it in JavaScript. */
function jsText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const fields = sorted(value as Record<string, unknown>).map(
    ([name, member]) => `${isIdentifier(name) ? name : literal(name)}: ${jsText(member)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
