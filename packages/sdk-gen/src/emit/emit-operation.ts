import {
  type Encoding,
  type JsonSchema,
  type MediaType,
  type Operation,
  objectProperties,
  type RequestBody,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { type CallParameter, IDEMPOTENCY_HEADER } from "../plan/call-parameters.js";
import { acceptedTypes, preferred } from "../plan/media-types.js";
import { someSchemaPart } from "../plan/schema-parts.js";
import { sorted } from "../sorted.js";
import { emitSchemaAt, type SchemaScope } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";
import type { OperationDefaults } from "./operation-defaults.js";

/** The schemas of an operation that the client needs: for validation, and for queries the parameters of lists. */
export interface OperationSchemas {
  readonly parameters: boolean;
  readonly body: boolean;
}

interface OperationScope extends SchemaScope {
  readonly needs: OperationSchemas;
}

/** An operation as data. The runtime uses it to send requests. */
export function emitOperation(
  operation: Operation,
  calls: readonly CallParameter[],
  given: SchemaScope,
  defaults: OperationDefaults,
  needs: OperationSchemas,
): string {
  const scope: OperationScope = { ...given, needs };
  const { id, method, path, requestBody, responses } = operation;
  const server = operation.servers[0]?.url;
  const accepted = acceptedTypes(responses);
  const security = defaults.securityOf(operation);
  const parameters = emitParameters(calls, path, scope);
  const fields = [`id: ${literal(id)}`, `route: ${literal(`${method.toUpperCase()} ${sentPath(path)}`)}`];
  if (parameters.length > 0) fields.push(`parameters: [${parameters.join(", ")}]`);
  if (calls.some(({ parameter }) => parameter.in === "header" || parameter.in === "cookie")) {
    scope.writers?.add("headParameters");
    fields.push("head: headParameters");
  }
  if (requestBody) fields.push(...emitBody(operation, requestBody, scope));
  if (needs.body && requestBody) fields.push("bodyIssues");
  if (needs.body && requestBody && hasLongIntegers(requestBody, scope.schemas)) fields.push("exactIntegers");
  if (accepted !== defaults.accept) fields.push(`accept: ${literal(accepted)}`);
  if (security !== defaults.security) fields.push(`security: ${security}`);
  fields.push(...idempotency(calls));
  if (server !== undefined && server !== defaults.servers[0]) {
    scope.writers?.add("serverOf");
    fields.push(`server: ${literal(server)}`, "serverOf");
  }
  if (operation.deprecated) fields.push("deprecated: true");
  const streams = streamReaders(responses, scope);
  if (streams.length > 0) fields.push(`streams: [${streams.join(", ")}]`, "openStream");
  return `{ ${fields.join(", ")} }`;
}

/** The runtime's functions that read the streams of a response. */
function streamReaders(responses: Operation["responses"], { writers }: SchemaScope): string[] {
  const types = responses.flatMap(({ content }) => content.map(({ type }) => type));
  const readers = [
    ...(types.some((type) => /^text\/event-stream\b/i.test(type)) ? ["events"] : []),
    ...(types.some((type) => /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i.test(type))
      ? ["lines"]
      : []),
  ];
  for (const reader of readers.length > 0 ? [...readers, "openStream"] : []) writers?.add(reader);
  return readers;
}

/** True if a value of the body may be an integer of 64 bits. */
function hasLongIntegers({ content }: RequestBody, schemas: SchemaRegistry): boolean {
  const seen = new Set(content.flatMap(({ schema }): JsonSchema[] => (schema ? [schema.json] : [])));
  for (const one of seen) {
    if (typeof one === "boolean") continue;
    if (one.format === "int64") return true;
    if (one.$ref !== undefined) seen.add(schemas.at(one.$ref).json);
    someSchemaPart(one, (part) => {
      seen.add(part);
      return false;
    });
  }
  return false;
}

/**
 * The path without its fragment. Some descriptions use a fragment to give one path two operations: `/files/{id}#share`.
 */
function sentPath(path: string): string {
  return /^(?:\{[^{}]*\}|[^#])*/.exec(path)?.[0] ?? path;
}

/** Required JSON bodies have a short form. */
function emitBody({ id, method }: Operation, { required, content }: RequestBody, scope: OperationScope): string[] {
  const [media] = content;
  const takesNoBody = /^(get|head)$/i.test(method);
  if (required && content.length === 1 && media?.type === "application/json" && media.schema)
    return [
      `json: ${emitBodySchema(media.schema, scope, id)}`,
      `writer: ${importWriter(takesNoBody ? "noBody" : "jsonBody", scope)}`,
    ];
  const types = preferred(content).map((one) => `${literal(one.type)}: ${emitSent(one, scope, id)}`);
  const isJson = content.length === 1 && media && /^application\/([^;]*\+)?json$/i.test(media.type);
  const fields = [...(required ? ["required: true"] : []), `content: { ${types.join(", ")} }`];
  return [
    `body: { ${fields.join(", ")} }`,
    `writer: ${importWriter(takesNoBody ? "noBody" : isJson ? "jsonBody" : "anyBody", scope)}`,
  ];
}

function importWriter(name: string, { writers }: SchemaScope): string {
  writers?.add(name);
  return name;
}

function emitSent(media: MediaType, scope: OperationScope, id: string): string {
  const { schema } = media;
  const fields = [
    ...(schema && scope.needs.body ? [`schema: ${emitBodySchema(schema, scope, id)}`] : []),
    ...(scope.writers ? writing(media, scope, scope.writers) : []),
  ];
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** Emits parameters in the short forms that the runtime's `parametersOf` expands, and skips plain path parameters. */
function emitParameters(calls: readonly CallParameter[], path: string, scope: OperationScope): string[] {
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

const TEXT = '{ type: "string" }';

/** @returns `isPlain` if the text is a member of an object with several parameters */
function emitParameter(
  { parameter, name }: CallParameter,
  path: string,
  scope: OperationScope,
): { readonly text: string; readonly isPlain: boolean } {
  const style = styleOf(parameter, scope);
  const keepsReserved = parameter.allowReserved && parameter.in === "query";
  if (keepsReserved) scope.writers?.add("reserved");
  const isNeeded = scope.needs.parameters;
  const schema = isNeeded ? emitSchemaAt(parameter.schema, scope) : TEXT;
  if (isNeeded) scope.written?.noteName(schema, parameter.name);
  const fields = [
    `name: ${literal(parameter.name)}`,
    ...(name === parameter.name ? [] : [`as: ${literal(name)}`]),
    `in: ${literal(parameter.in)}`,
    // Path parameters are always required.
    ...(parameter.required && parameter.in !== "path" ? ["required: true"] : []),
    ...(parameter.required && parameter.in === "header" && scope.needs.body ? ["isGiven"] : []),
    ...(style === undefined ? [] : [`style: ${style}`]),
    ...(style && style !== "deepObject" && parameter.explode && !parameter.content ? ["explode: true"] : []),
    ...(keepsReserved ? ["encode: reserved"] : []),
    ...(schema === "true" || !isNeeded ? [] : [...(style && scope.needs.body ? ["onWire"] : []), `schema: ${schema}`]),
  ];
  const isShort = schema !== "true" && name === parameter.name && fields.length === (isNeeded ? 3 : 2);
  const isInPath = path.includes(`{${name}}`);
  if (isShort && schema === TEXT) {
    if (parameter.in === "path" && isInPath) return { text: "", isPlain: false };
    if (parameter.in === "query" && !isInPath) return { text: literal(name), isPlain: false };
  }
  // Numeric names would change the order of members, and `in` marks the long form.
  const isPlain = isShort && parameter.in === (isInPath ? "path" : "query") && !/^(\d+|in|__proto__)$/.test(name);
  return { text: isPlain ? `${propertyName(name)}: ${schema}` : `{ ${fields.join(", ")} }`, isPlain };
}

/** @param id of the operation. A shared schema is named after it. */
function emitBodySchema(schema: Schema, scope: OperationScope, id: string): string {
  if (!scope.needs.body) return "true";
  const text = emitSchemaAt(schema, scope);
  scope.written?.noteName(text, id);
  return text;
}

/** The content of a response, by media type. */
export function emitContent(content: readonly MediaType[], scope: SchemaScope): string {
  return `{ ${preferred(content)
    .map((media) => `${literal(bareType(media.type))}: ${emitMedia(media, scope)}`)
    .join(", ")} }`;
}

/** A media type in lower case without parameters, as answers are compared with it (RFC 9110, section 8.3.1). */
function bareType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function emitMedia({ schema, itemSchema }: MediaType, scope: SchemaScope): string {
  const fields = [
    ...(schema ? [`schema: ${emitSchemaAt(schema, scope)}`] : []),
    ...(itemSchema ? [`itemSchema: ${emitSchemaAt(itemSchema, scope)}`] : []),
  ];
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** The fields from which the runtime writes a body that is not JSON. */
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

/** The runtime's function that writes bodies of this type; `undefined` for JSON. */
function writerOf(type: string): string | undefined {
  if (type.startsWith("multipart/")) return "multipart";
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return "urlencoded";
  if (/^application\/json-seq\b/i.test(type)) return "jsonSequence";
  return /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines)\b/i.test(type) ? "jsonLines" : undefined;
}

/** True if all properties use `deepObject`, except plain values, for which the style makes no difference. */
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

/** The runtime's function for a parameter that is not written in the default style of its location. */
function styleOf(
  { in: part, style, content, explode, schema }: CallParameter["parameter"],
  { writers, schemas }: SchemaScope,
): string | undefined {
  const isForm = style === "form" || style === "cookie";
  const own = part === "querystring" ? "queryString" : content ? contentStyle(content.type) : isForm ? "form" : style;
  if ((own === "form" || own === "simple") && isWrittenPlainly(schemas, schema.json, isForm && !explode))
    return undefined;
  writers?.add(own);
  return own;
}

function contentStyle(type: string): string {
  return /json/i.test(type) ? "jsonContent" : "textContent";
}

/** True for values, and for lists of values unless they are `joined`. */
function isWrittenPlainly(schemas: SchemaRegistry, json: JsonSchema, joined: boolean, depth = 0): boolean {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > MOST_PARTS) return false;
  const { type, enum: members, allOf = [], anyOf = [], oneOf = [] } = target;
  if (type !== undefined) return [type].flat().every((one) => one !== "object" && !(one === "array" && joined));
  if (members) return members.every((member) => typeof member !== "object" || member === null);
  const isPlain = (part: JsonSchema): boolean => isWrittenPlainly(schemas, part, joined, depth + 1);
  return [anyOf, oneOf].some((parts) => parts.length > 0 && parts.every(isPlain)) || allOf.some(isPlain);
}

const MOST_PARTS = 8;

function idempotency(calls: readonly CallParameter[]): string[] {
  const header = calls.find(({ parameter }) => parameter.in === "header" && IDEMPOTENCY_HEADER.test(parameter.name));
  return header ? [`idempotencyHeader: ${literal(header.parameter.name)}`] : [];
}
