import type { MediaType, Operation, OperationResponse, Parameter } from "@onespec/spec-core";
import { emitSchemaAt, type SchemaScope, sorted } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";
import { type OperationDefaults, securityOf } from "./operation-defaults.js";

/** An operation as the data that the runtime sends by. */
export function emitOperation(
  operation: Operation,
  calls: readonly CallParameter[],
  scope: SchemaScope,
  defaults: OperationDefaults,
): string {
  const { id, method, path, requestBody, responses } = operation;
  const server = operation.servers[0]?.url;
  const accepted = acceptedTypes(responses);
  const security = literal(securityOf(operation));
  const parameters = calls.flatMap((call) => emitParameter(call, path, scope) ?? []);
  const fields = [
    `id: ${literal(id)}`,
    `method: ${literal(method.toUpperCase())}`,
    `path: ${literal(path)}`,
    ...(parameters.length === 0 ? [] : [`parameters: [${parameters.join(", ")}]`]),
    ...(requestBody
      ? [
          `body: { ${requestBody.required ? "required: true, " : ""}content: ${emitContent(preferred(requestBody.content), scope)} }`,
        ]
      : []),
    ...(accepted === "application/json" ? [] : [`accept: ${literal(accepted)}`]),
    ...(security === literal(defaults.security) ? [] : [`security: ${security}`]),
    ...idempotency(calls),
    ...(server !== undefined && !defaults.servers.includes(server) ? [`server: ${literal(server)}`] : []),
    ...(operation.deprecated ? ["deprecated: true"] : []),
  ];
  return `{ ${fields.join(", ")} }`;
}

/** What the request's `Accept` says: JSON first. @see RFC 9110, section 12.5.1 */
function acceptedTypes(responses: Operation["responses"]): string {
  const content = byStatus(responses).flatMap((response) => response.content);
  return [...new Set(preferred(content).map(({ type }) => type))].join(", ") || "*/*";
}

/** A parameter and the name it has in calls. */
export interface CallParameter {
  readonly parameter: Parameter;
  readonly name: string;
}

/** Names in calls are those on the wire; one that two locations share gets its location as prefix, path parameters excepted. */
export function callParameters(operation: Operation): CallParameter[] {
  const taken = new Set(operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const rank = { path: 0, query: 1, querystring: 2, header: 3, cookie: 4 } as const;
  return [...operation.parameters]
    .sort((left, right) => rank[left.in] - rank[right.in])
    .map((parameter) => {
      if (parameter.in === "path") return { parameter, name: parameter.name };
      let { name } = parameter;
      for (let count = 1; taken.has(name); count += 1)
        name = `${parameter.in}_${parameter.name}${count > 1 ? count : ""}`;
      taken.add(name);
      return { parameter, name };
    });
}

/** Nothing of a plain text that the path names, the name alone of a plain text in the query that may be left out. */
function emitParameter({ parameter, name }: CallParameter, path: string, scope: SchemaScope): string | undefined {
  const style = parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple";
  const schema = emitSchemaAt(parameter.schema, scope);
  const fields = [
    `name: ${literal(parameter.name)}`,
    ...(name === parameter.name ? [] : [`as: ${literal(name)}`]),
    `in: ${literal(parameter.in)}`,
    // Those of the path always are.
    ...(parameter.required && parameter.in !== "path" ? ["required: true"] : []),
    ...(parameter.style === style || parameter.content ? [] : [`style: ${literal(parameter.style)}`]),
    ...(parameter.explode === (parameter.style === "form") || parameter.content
      ? []
      : [`explode: ${parameter.explode}`]),
    ...(parameter.allowReserved ? ["allowReserved: true"] : []),
    ...(schema === "true" ? [] : [`schema: ${schema}`]),
    ...(parameter.content ? [`content: ${literal(parameter.content.type)}`] : []),
  ];
  const isPlain = schema === '{ type: "string" }' && name === parameter.name && fields.length === 3;
  if (isPlain && parameter.in === "path" && path.includes(`{${name}}`)) return undefined;
  if (isPlain && parameter.in === "query") return literal(name);
  return `{ ${fields.join(", ")} }`;
}

/** JSON first, then forms: what a plain object is sent as when the caller does not say. A list of changes (RFC 6902) is no plain object. */
export function preferred(content: readonly MediaType[]): MediaType[] {
  const rank = ({ type }: MediaType): number => KINDS.findIndex((kind) => kind.test(type));
  return [...content].sort((left, right) => rank(left) - rank(right) || (left.type < right.type ? -1 : 1));
}

const KINDS = [
  /^application\/json\s*(;|$)/,
  /merge-patch\+json/,
  /^(?!.*json-patch).*[/+]json/,
  /urlencoded/,
  /multipart/,
  /^(?!.*json-patch)/,
  /./,
];

/** Documented answers in an order of their own. */
export function byStatus(responses: readonly OperationResponse[]): OperationResponse[] {
  return [...responses].sort((left, right) => (left.status < right.status ? -1 : 1));
}

export function emitContent(content: readonly MediaType[], scope: SchemaScope): string {
  return `{ ${preferred(content)
    .map((media) => `${literal(media.type)}: ${emitMedia(media, scope)}`)
    .join(", ")} }`;
}

/** The function of the runtime that makes a form of this type. */
function formOf(type: string): "multipart" | "urlencoded" | undefined {
  if (type.startsWith("multipart/")) return "multipart";
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? "urlencoded" : undefined;
}

function emitMedia({ type, schema, itemSchema, encoding }: MediaType, scope: SchemaScope): string {
  const form = scope.forms && formOf(type);
  if (form) scope.forms?.add(form);
  const parts = sorted(encoding).flatMap(([name, { contentType, style, explode }]) => {
    const fields = [
      contentType && `contentType: ${literal(contentType)}`,
      style && `style: ${literal(style)}`,
      explode !== undefined && `explode: ${explode}`,
    ].filter(Boolean);
    return fields.length === 0 ? [] : [`${propertyName(name)}: { ${fields.join(", ")} }`];
  });
  const fields = [
    ...(schema ? [`schema: ${emitSchemaAt(schema, scope)}`] : []),
    ...(itemSchema ? [`itemSchema: ${emitSchemaAt(itemSchema, scope)}`] : []),
    ...(parts.length > 0 ? [`encoding: { ${parts.join(", ")} }`] : []),
    ...(form ? [`form: ${form}`] : []),
  ];
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function idempotency(calls: readonly CallParameter[]): string[] {
  const header = calls.find(
    ({ parameter }) => parameter.in === "header" && /^(x-)?idempotency-?key$/i.test(parameter.name),
  );
  return header ? [`idempotencyHeader: ${literal(header.parameter.name)}`] : [];
}
