import { asObject, isObject, isScalar, type JsonObject, percentEncode } from "../description/json.js";
import type { RawMediaType, RawOperation, RawParameter } from "../description/raw-operation.js";
import { itemPlaces, sameValuePlaces } from "../judge/property-places.js";
import { type Style, validValue } from "../request/valid-value.js";
import { canWrite, isFormType, isJsonType, writeBody } from "../request/write-body.js";
import { writeQuery, writeSimple } from "../request/write-parameter.js";
import type { SentRequest } from "./api-client.js";
import type { CheckRun } from "./check-run.js";
import { freshKey, IDEMPOTENCY_KEY } from "./idempotency-key.js";
import { withPathIds } from "./path-ids.js";
import { withRelatedIds } from "./related-ids.js";

export interface BuildOptions {
  /** Also send a few optional parameters. */
  readonly optional?: boolean;
  /** Values for required parameters with these names, if they are valid. */
  readonly known?: JsonObject;
  /** The body to send. Absent: a generated one. */
  readonly body?: unknown;
  /** The credentials to send. Default: the given ones. */
  readonly credentials?: "given" | "wrong" | "none";
}

/**
 * Builds a valid request for an operation at a filled-in path. `undefined` if that is impossible: no valid value was
 * found for a required parameter or the body, or the body's media type cannot be written.
 */
export async function buildRequest(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  path: string,
  options: BuildOptions = {},
): Promise<SentRequest | undefined> {
  const parts = await parameterParts(run, operation, style, options);
  if (parts === undefined) return undefined;
  const { query, headers, cookies } = parts;
  const isGiven = (options.credentials ?? "given") === "given";
  const credentials =
    options.credentials === "none" ? undefined : run.credentials.partsFor(operation, options.credentials);
  if (credentials !== undefined) {
    Object.assign(headers, credentials.headers);
    query.push(...credentials.query);
    cookies.push(...credentials.cookies);
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e]/.test(value))) return undefined;
  const body = Object.hasOwn(options, "body")
    ? givenBody(operation, style, options.body)
    : await madeBody(run, operation, style, path);
  if (body === undefined) return undefined;
  if (body.contentType !== undefined) headers["content-type"] = body.contentType;
  return {
    method: operation.method,
    target: targetOf(`${run.basePath(style)}${path}`, query),
    headers,
    body: body.bytes,
    ...(options.credentials === "none" && { without: run.credentials.commonHeaders(operation) }),
    ...(isGiven && { schemes: run.credentials.schemesFor(operation) }),
  };
}

interface RequestParts {
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: Record<string, string>;
}

/** Writes the parameters of a valid request. `undefined` if a required one has no valid value. */
async function parameterParts(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  { optional = true, known = {} }: BuildOptions,
): Promise<RequestParts | undefined> {
  if (operation.parameters.some(({ in: place, name, required }) => required && isTransport(place, name)))
    return undefined;
  const accept = style === "required" ? acceptOf(operation) : "*/*";
  const parts: RequestParts = { query: [], cookies: [], headers: { accept } };
  for (const parameter of chosenParameters(run, operation, style, optional)) {
    const found = await parameterValue(run, parameter, style, known);
    if (found !== undefined && canBeWritten(parameter, found.value))
      writeParameter(parts, operation, parameter, found.value);
    else if (parameter.required) return undefined;
  }
  return parts;
}

async function parameterValue(
  run: CheckRun,
  parameter: RawParameter,
  style: Style,
  values: JsonObject,
): Promise<{ readonly value: unknown } | undefined> {
  const place = parameter.schema === undefined ? undefined : run.judge.request.place(parameter.schema);
  const key = IDEMPOTENCY_KEY.test(parameter.name) ? await freshKey(run, place) : undefined;
  const known = isMatch(parameter) ? "*" : (key ?? values[parameter.name]);
  if (isScalar(known) && (place === undefined || (await run.judge.fits("request", place, known))))
    return { value: known };
  const found = await validValue(run.judge, place, style, parameter.examples, run.random);
  return found !== undefined && isNothing(found.value) && style === "required"
    ? validValue(run.judge, place, "full", parameter.examples, run.random)
    : found;
}

/**
 * OpenAPI does not define how to write values nested deeper than one level, nor objects and arrays in a cookie with
 * `explode`.
 */
function canBeWritten({ in: place, explode, mediaType }: RawParameter, value: unknown): boolean {
  if (isNothing(value)) return false;
  return mediaType !== undefined || (isFlat(value) && !(place === "cookie" && explode && typeof value === "object"));
}

function writeParameter(
  { query, cookies, headers }: RequestParts,
  operation: RawOperation,
  parameter: RawParameter,
  value: unknown,
): void {
  switch (parameter.in) {
    case "query": {
      const pieces = writeQuery(parameter, value);
      if (parameter.required || !isAmbiguous(pieces, query, operation, parameter, value)) query.push(...pieces);
      return;
    }
    case "header":
      headers[parameter.name.toLowerCase()] = writeSimple(parameter, value);
      return;
    case "cookie":
      cookies.push(`${parameter.name}=${percentEncode(writeSimple(parameter, value))}`);
      return;
    case "querystring":
      query.push(String(value));
  }
}

/** True if another parameter is written with the same name. A server could not separate them. */
function isAmbiguous(
  pieces: readonly string[],
  query: readonly string[],
  { parameters }: RawOperation,
  { name }: RawParameter,
  value: unknown,
): boolean {
  const names = pieces.map((piece) => piece.split("=")[0]);
  const isTaken = query.some((other) => names.includes(other.split("=")[0]));
  const others = parameters.filter((other) => other.in === "query" && other.name !== name);
  return isTaken || (isObject(value) && others.some((other) => names.includes(other.name)));
}

/** Some descriptions have paths with a query or a fragment. Clients never send the fragment (RFC 9110, section 7.1). */
function targetOf(path: string, query: readonly string[]): string {
  const [sent = ""] = path.split("#");
  if (query.length === 0) return sent;
  return `${sent}${sent.includes("?") ? "&" : "?"}${query.join("&")}`;
}

/** A request with only the required parts. @param path complete path, including the server's base path */
export async function requestAt(run: CheckRun, operation: RawOperation, path: string): Promise<SentRequest> {
  const built = await buildRequest(run, operation, "required", "", { optional: false });
  const query = built?.target.split("?")[1];
  const headers = run.credentials.partsFor(operation)?.headers ?? {};
  return {
    ...(built ?? { method: operation.method, headers, body: undefined }),
    target: query === undefined ? path : `${path}?${query}`,
  };
}

/** The media type and schema of the body a style sends. */
export function bodyMedia(operation: RawOperation, style: Style): RawMediaType | undefined {
  const writable = (operation.body?.content ?? []).filter(canWrite);
  // JSON Patch is the last choice, since it needs the record. An HTML page or a table that contains a record cannot be
  // written, so it is left out if there is another type.
  const usual = writable.filter(({ type }) => type !== JSON_PATCH && !(writable.length > 1 && PAGES.test(type)));
  const json = usual.find(({ type }) => type === "application/json") ?? usual.find(({ type }) => isJsonType(type));
  // The style `required` uses another documented media type if there is one.
  return (style === "required" ? usual.at(-1) : (json ?? usual[0])) ?? writable[0];
}

const PAGES = /^text\/(?:html|csv)$/;
const JSON_PATCH = "application/json-patch+json";

interface Body {
  readonly contentType: string | undefined;
  readonly bytes: Buffer | undefined;
}

const NO_BODY: Body = { contentType: undefined, bytes: undefined };

async function madeBody(run: CheckRun, operation: RawOperation, style: Style, path: string): Promise<Body | undefined> {
  const media = bodyMedia(operation, style);
  if (media === undefined) return operation.body === undefined || !operation.body.required ? NO_BODY : undefined;
  if (
    style === "required" &&
    operation.body?.required === false &&
    (operation.method === "GET" || operation.method === "DELETE")
  )
    return NO_BODY;
  const value = await bodyValue(run, media, style);
  if (value === undefined) return operation.body?.required === true ? undefined : NO_BODY;
  return writeBody(media, await withPathIds(run, operation, path, media, value.value));
}

/** A valid value for a body. In a form no value is empty, since a form cannot express that. */
export async function bodyValue(
  run: CheckRun,
  media: RawMediaType,
  style: Style,
): Promise<{ readonly value: unknown } | undefined> {
  const found = await foundValue(run, media, style);
  return found && { value: await withRelatedIds(run, media, await withOwnKey(run, media, found.value)) };
}

/** Replaces the idempotency key of an example by a new one. With a used key, a server repeats its old answer. */
async function withOwnKey(run: CheckRun, media: RawMediaType, value: unknown): Promise<unknown> {
  const place = media.schema === undefined ? undefined : run.judge.request.place(media.schema);
  if (place === undefined || !isObject(value)) return value;
  const name = Object.keys(value).find((key) => IDEMPOTENCY_KEY.test(key) && typeof value[key] === "string");
  if (name === undefined) return value;
  const own = { ...value, [name]: await freshKey(run, undefined) };
  return (await run.judge.fits("request", place, own)) ? own : value;
}

async function foundValue(
  run: CheckRun,
  media: RawMediaType,
  style: Style,
): Promise<{ readonly value: unknown } | undefined> {
  const place = media.schema === undefined ? undefined : run.judge.request.place(media.schema);
  if (place === undefined)
    return {
      value: media.examples[0] ?? (isJsonType(media.type) || isFormType(media.type) ? { text: "text" } : "text"),
    };
  if (media.type === JSON_PATCH && (await run.judge.fits("request", place, []))) return { value: [] };
  // The shortest valid value of a required field may be an empty array, which a form cannot express. Then try a full
  // value.
  for (const filling of style === "required" ? (["required", "full"] as const) : [style]) {
    const found = await validValue(run.judge, place, filling, media.examples, run.random);
    if (found === undefined || (!isFormType(media.type) && !isNoBody(found.value))) return found;
    if (!isObject(found.value)) continue;
    const value = prune(found.value);
    if (await run.judge.fits("request", place, value)) return { value };
  }
  return undefined;
}

/** An empty text is the same as no body. */
function isNoBody(value: unknown): boolean {
  return value === "";
}

function givenBody(operation: RawOperation, style: Style, value: unknown): Body {
  const media = bodyMedia(operation, style);
  return media === undefined || value === undefined ? NO_BODY : writeBody(media, value);
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune).filter((item) => !isNothing(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, prune(item)] as const)
      .filter(([, item]) => !isNothing(item)),
  );
}

/** `If-Match: *` matches every existing record. @see RFC 9110, section 13.1.1 */
function isMatch({ in: place, name }: RawParameter): boolean {
  return place === "header" && name.toLowerCase() === "if-match";
}

function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isScalar);
  return isObject(value) ? Object.values(value).every(isScalar) : true;
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (Array.isArray(value) && value.length === 0) ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}

/**
 * Headers that the connection controls. A generated value would make the HTTP request invalid. @see RFC 9110, section
 * 8.6; RFC 9112, section 6
 */
const TRANSPORT = new Set(["content-length", "transfer-encoding", "host", "connection", "expect", "te", "upgrade"]);

function isTransport(place: string, name: string): boolean {
  return place === "header" && TRANSPORT.has(name.toLowerCase());
}

function chosenParameters(run: CheckRun, operation: RawOperation, style: Style, optional: boolean): RawParameter[] {
  const outside = operation.parameters.filter(({ in: place, name }) => place !== "path" && !isTransport(place, name));
  const extra = outside.filter(
    (parameter) => !parameter.required && !parameter.deprecated && !isSelector(run, parameter),
  );
  const chosen = new Set<RawParameter>();
  if (optional && style !== "required") {
    for (let count = Math.min(extra.length, 3); count > 0; count -= 1) {
      const parameter = extra[run.random.below(extra.length)];
      if (parameter !== undefined) chosen.add(parameter);
    }
  }
  return outside.filter((parameter) => parameter.required || chosen.has(parameter));
}

/**
 * True for a parameter whose valid values the schema does not show, so no value is generated. Selectors such as
 * `labelSelector` have a grammar, an order names fields, and values of `page_token` or `cursor` come from an answer.
 */
export function isSelector({ judge }: CheckRun, { name, in: place, schema }: RawParameter): boolean {
  if (place !== "query") return false;
  if (/(?:selector|token|cursor|continuation)$/i.test(name)) return true;
  if (!/^(?:sort|order)(?:ing|[-_]?by)?$/i.test(name) || schema === undefined) return false;
  const at = judge.request.place(schema);
  const texts = [at, ...itemPlaces(judge.request, at)].flatMap((each) => sameValuePlaces(judge.request, each));
  return texts.every((each) => ["enum", "const", "pattern"].every((key) => !(key in asObject(judge.request.at(each)))));
}

/** A documented media type of a success response. Prefers JSON. */
function acceptOf({ responses }: RawOperation): string {
  const types = responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ content }) => content.map(({ type }) => type));
  return types.find(isJsonType) ?? types[0] ?? "*/*";
}
