import {
  type Encoding,
  type JsonSchema,
  type MediaType,
  type Operation,
  objectProperties,
  type Parameter,
  type ParameterStyle,
  type RequestBody,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { emitSchemaAt, type SchemaScope, sorted } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";
import { acceptedTypes, preferred } from "./media-order.js";
import { type OperationDefaults, securityText } from "./operation-defaults.js";

/** For what is sent. */
export interface OperationScope extends SchemaScope {
  /** Operations whose bodies have their schemas in a file of their own. */
  readonly apart: ReadonlySet<string>;
}

/** An operation as the data that the runtime sends by. */
export function emitOperation(
  operation: Operation,
  calls: readonly CallParameter[],
  scope: OperationScope,
  defaults: OperationDefaults,
): string {
  const { id, method, path, requestBody, responses } = operation;
  const server = operation.servers[0]?.url;
  const accepted = acceptedTypes(responses);
  const security = securityText(operation);
  const parameters = emitParameters(calls, path, scope);
  const fields = [`id: ${literal(id)}`, `route: ${literal(`${method.toUpperCase()} ${sentPath(path)}`)}`];
  if (parameters.length > 0) fields.push(`parameters: [${parameters.join(", ")}]`);
  if (requestBody) fields.push(...emitBody(id, requestBody, scope));
  if (accepted !== defaults.accept) fields.push(`accept: ${literal(accepted)}`);
  if (security !== defaults.security) fields.push(`security: ${security}`);
  fields.push(...idempotency(calls));
  if (server !== undefined && !defaults.servers.includes(server)) fields.push(`server: ${literal(server)}`);
  if (operation.deprecated) fields.push("deprecated: true");
  return `{ ${fields.join(", ")} }`;
}

/** Some write `/files/{id}#share` beside `/files/{id}`: nothing behind a `#` is sent, a query behind it least of all. */
function sentPath(path: string): string {
  return /^(?:\{[^{}]*\}|[^#])*/.exec(path)?.[0] ?? path;
}

/** A body that must be there and is JSON is told in short. */
function emitBody(id: string, { required, content }: RequestBody, scope: OperationScope): string[] {
  const [media] = content;
  const isApart = scope.apart.has(id);
  const loaded = isApart ? ["bodies"] : [];
  if (required && content.length === 1 && media?.type === "application/json" && media.schema)
    return [`json: ${isApart ? "true" : emitBodySchema(media.schema, scope, id)}`, ...loaded];
  const types = preferred(content).map((one) => `${literal(one.type)}: ${emitSent(one, scope, id, isApart)}`);
  return [`body: { ${required ? "required: true, " : ""}content: { ${types.join(", ")} } }`, ...loaded];
}

function emitSent(media: MediaType, scope: OperationScope, id: string, isApart: boolean): string {
  const { schema } = media;
  const fields = [
    ...(schema && !isApart ? [`schema: ${emitBodySchema(schema, scope, id)}`] : []),
    ...(scope.writers ? writing(media, scope, scope.writers) : []),
  ];
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** A parameter and the name it has in calls. */
export interface CallParameter {
  readonly parameter: Parameter;
  readonly name: string;
}

const callsOf = new WeakMap<Operation, CallParameter[]>();

/** Names in calls are those on the wire; one that two locations share gets its location as prefix, path parameters excepted. */
export function callParameters(operation: Operation): readonly CallParameter[] {
  // Everything that is written about an operation asks for them.
  const known = callsOf.get(operation) ?? nameParameters(operation);
  callsOf.set(operation, known);
  return known;
}

function nameParameters(operation: Operation): CallParameter[] {
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

/** Nothing of a plain text that the path names; as little of others as the runtime's `parametersOf` can do with. */
function emitParameters(calls: readonly CallParameter[], path: string, scope: SchemaScope): string[] {
  const told: string[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) told.push(`{ ${plain.join(", ")} }`);
    plain = [];
  };
  for (const call of calls) {
    const { text, isPlain } = emitParameter(call, path, scope);
    if (isPlain) plain.push(text);
    else if (text !== "") {
      flush();
      told.push(text);
    }
  }
  flush();
  return told;
}

/** @returns `isPlain`: as a member of an object that holds several */
function emitParameter(
  { parameter, name }: CallParameter,
  path: string,
  scope: SchemaScope,
): { readonly text: string; readonly isPlain: boolean } {
  const style = styleOf(parameter.style, scope);
  const schema = emitSchemaAt(parameter.schema, scope);
  scope.written?.noteName(schema, parameter.name);
  const fields = [
    `name: ${literal(parameter.name)}`,
    ...(name === parameter.name ? [] : [`as: ${literal(name)}`]),
    `in: ${literal(parameter.in)}`,
    // Those of the path always are.
    ...(parameter.required && parameter.in !== "path" ? ["required: true"] : []),
    ...(style === undefined || parameter.content ? [] : [`style: ${style}`]),
    ...(explodesAnyway(parameter.style, parameter.explode) || parameter.content
      ? []
      : [`explode: ${parameter.explode}`]),
    ...(parameter.allowReserved ? ["allowReserved: true"] : []),
    ...(schema === "true" ? [] : [`schema: ${schema}`]),
    ...(parameter.content ? [`content: ${literal(parameter.content.type)}`] : []),
  ];
  const isShort = schema !== "true" && name === parameter.name && fields.length === 3;
  const isInPath = path.includes(`{${name}}`);
  if (isShort && schema === '{ type: "string" }') {
    if (parameter.in === "path" && isInPath) return { text: "", isPlain: false };
    if (parameter.in === "query") return { text: literal(name), isPlain: false };
  }
  // Names of digits would change the order, and `in` is how the runtime knows the long form.
  const isPlain = isShort && parameter.in === (isInPath ? "path" : "query") && !/^(\d+|in|__proto__)$/.test(name);
  return { text: isPlain ? `${propertyName(name)}: ${schema}` : `{ ${fields.join(", ")} }`, isPlain };
}

/** @param id of the operation that takes it, after which it is called where it is shared */
function emitBodySchema(schema: Schema, scope: SchemaScope, id: string): string {
  const text = emitSchemaAt(schema, scope);
  scope.written?.noteName(text, id);
  return text;
}

/** What answers hold, by media type. */
export function emitContent(content: readonly MediaType[], scope: SchemaScope): string {
  return `{ ${preferred(content)
    .map((media) => `${literal(media.type)}: ${emitMedia(media, scope)}`)
    .join(", ")} }`;
}

function emitMedia({ schema, itemSchema }: MediaType, scope: SchemaScope): string {
  const fields = [
    ...(schema ? [`schema: ${emitSchemaAt(schema, scope)}`] : []),
    ...(itemSchema ? [`itemSchema: ${emitSchemaAt(itemSchema, scope)}`] : []),
  ];
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** How a body is written that is no JSON. */
function writing({ type, schema, encoding }: MediaType, { schemas }: SchemaScope, writers: Set<string>): string[] {
  const writer = writerOf(type);
  if (!writer) return [];
  writers.add(writer);
  const encode = `encode: ${writer}`;
  if (writer !== "urlencoded")
    return [
      ...encodings(encoding, ({ contentType }) => [contentType && `contentType: ${literal(contentType)}`]),
      encode,
    ];
  if (schema && isAllDeep(schemas, schema.json, encoding)) {
    writers.add("deepObject");
    return ["style: deepObject", encode];
  }
  const styled = encodings(encoding, ({ style, explode = style === "form" }) => {
    if (style && style !== "simple") writers.add(style);
    return style === undefined ? [] : [`style: ${style}`, style !== "deepObject" && explode && "explode: true"];
  });
  return [...styled, encode];
}

function encodings(encoding: MediaType["encoding"], emit: (one: Encoding) => (string | undefined | false)[]): string[] {
  const parts = sorted(encoding).flatMap(([name, one]) => {
    const fields = emit(one).filter(Boolean);
    return fields.length === 0 ? [] : [`${propertyName(name)}: { ${fields.join(", ")} }`];
  });
  return parts.length === 0 ? [] : [`encoding: { ${parts.join(", ")} }`];
}

/** The runtime's function that writes bodies of this type, where they are no JSON. */
function writerOf(type: string): string | undefined {
  if (type.startsWith("multipart/")) return "multipart";
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return "urlencoded";
  if (/^application\/json-seq\b/i.test(type)) return "jsonSequence";
  return /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines)\b/i.test(type) ? "jsonLines" : undefined;
}

/** Are all properties written as `deepObject`, but for plain values, for which it makes no difference? */
function isAllDeep(schemas: SchemaRegistry, json: JsonSchema, encoding: MediaType["encoding"]): boolean {
  const target = schemas.follow(json);
  const others = Object.entries(encoding);
  if (typeof target === "boolean" || target.additionalProperties !== false || others.length === 0) return false;
  return (
    others.every(([, { style }]) => style === "deepObject") &&
    [...objectProperties(schemas, json)].every(
      ([name, property]) => encoding[name] || isScalar(schemas, property.schema),
    )
  );
}

function isScalar(schemas: SchemaRegistry, json: JsonSchema): boolean {
  const target = schemas.follow(json);
  return typeof target === "object" && /^(string|number|integer|boolean)$/.test(String(target.type));
}

/** The runtime's function for a style that is not its location's own. */
function styleOf(style: ParameterStyle, { writers }: SchemaScope): string | undefined {
  if (style === "form" || style === "simple" || style === "cookie") return undefined;
  writers?.add(style);
  return style;
}

/** What the runtime takes when it is told nothing. */
function explodesAnyway(style: ParameterStyle, explode: boolean): boolean {
  return style === "deepObject" || explode === (style === "form" || style === "cookie");
}

function idempotency(calls: readonly CallParameter[]): string[] {
  const header = calls.find(
    ({ parameter }) => parameter.in === "header" && /^(x-)?idempotency-?key$/i.test(parameter.name),
  );
  return header ? [`idempotencyHeader: ${literal(header.parameter.name)}`] : [];
}
