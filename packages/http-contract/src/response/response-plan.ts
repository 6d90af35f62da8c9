import { isUint8Array } from "node:util/types";
import {
  type Header,
  type Operation,
  type OperationResponse,
  RecentCache,
  type Schema,
  type SchemaRegistry,
  sampleSchema,
  schemaShape,
} from "@onespec/spec-core";
import type { FastifyReply } from "fastify";
import type { BodyPlan } from "../model/body-plan.js";
import type { Answer } from "../model/message.js";
import { isJsonType } from "../wire/media-type.js";
import { bodyPlans, bodyPlanWithin, PLAIN_JSON } from "./body-plan.js";
import { acceptedTypes, negotiateMediaType } from "./negotiate-media-type.js";
import type { SelectedResponse } from "./select-response.js";

/** The documented answer of one operation with one status. Built once. */
export interface ResponsePlan {
  readonly status: number;
  readonly response: OperationResponse | undefined;
  /** Names in lower case. */
  readonly documentedHeaders: ReadonlySet<string>;
  /** Headers that every such answer carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body for a client without preferences; `undefined`: answers without a body. */
  readonly preferred: BodyPlan | undefined;
  /** The body that the client prefers; `undefined` when it accepts no media type of the operation. */
  negotiate(accept: string | undefined): BodyPlan | undefined;
}

/** @param isJson answers with JSON where the description documents no body */
export function createResponsePlan(
  schemas: SchemaRegistry,
  fitting: Fitting,
  operation: Operation,
  { status, response }: SelectedResponse,
  isJson: boolean,
): ResponsePlan {
  const documented = forbidsBody(status) ? [] : bodyPlans(schemas, response?.content ?? []);
  const bodies = documented.length === 0 && isJson && !forbidsBody(status) ? [PLAIN_JSON] : documented;
  const types = bodies.map((body) => body.contentType);
  const remembered = new Map<string, BodyPlan | undefined>();
  const preferred = bodies[0];
  const headers = requiredHeaders(fitting, operation, status, response?.headers ?? []);
  const otherTypes = operation.responses
    .filter((other) => other !== response)
    .flatMap(({ content }) => content.map(({ type }) => type));
  const withinRange = (accept: string): BodyPlan | undefined => {
    if (documented.length === 0) return undefined;
    for (const type of acceptedTypes(accept)) {
      const body = bodyPlanWithin(schemas, response?.content ?? [], type);
      if (body) return body;
    }
    return undefined;
  };
  return {
    status,
    response,
    documentedHeaders: new Set(response?.headers.map((header) => header.name.toLowerCase())),
    headers: bodies.length > 1 ? { ...headers, vary: "Accept" } : headers,
    preferred,
    negotiate(accept) {
      if (accept === undefined || accept === "*/*") return preferred;
      if (remembered.has(accept)) return remembered.get(accept);
      const type = negotiateMediaType(types, accept);
      const body =
        bodies.find((candidate) => candidate.contentType === type) ??
        withinRange(accept) ??
        // Generated clients name one type of the operation, often that of its errors; they take what comes.
        (negotiateMediaType(otherTypes, accept) ? preferred : undefined) ??
        // RFC 9110, 12.5.1, allows it: what a JSON text stands for may be a file of any type.
        (operation.method === "get" && preferred && isJsonText(schemas, preferred) ? preferred : undefined);
      if (remembered.size < REMEMBERED_ACCEPTS) remembered.set(accept, body);
      return body;
    },
  };
}

/** True for a body that is documented as JSON with a plain text schema. */
function isJsonText(schemas: SchemaRegistry, { schema, contentType }: BodyPlan): boolean {
  if (!isJsonType(contentType)) return false;
  const { types, values } = schemaShape(schemas, schema?.json ?? true);
  return types.size === 1 && types.has("string") && values.length === 0;
}

const REMEMBERED_ACCEPTS = 100;

interface Answered {
  readonly contract?: { answer: Answer | undefined };
}

/** Sends an answer through the reply, and so through Fastify's hooks. @throws what Fastify throws for headers that cannot be sent */
export function writeAnswer(reply: FastifyReply, answer: Answer): void {
  const { status, headers, body } = answer;
  const { contract } = reply.request as Answered;
  if (contract) contract.answer = answer;
  reply.code(status);
  for (const name in headers) reply.header(name, name === "vary" ? varyWith(reply, headers.vary) : headers[name]);
  if (body === undefined || forbidsBody(status)) {
    reply.send();
    return;
  }
  const isStream = typeof body !== "string" && !isUint8Array(body);
  if (isStream && reply.request.method === "HEAD") {
    if (body instanceof ReadableStream) body.cancel().catch(() => undefined);
    else body.destroy();
    reply.send();
    return;
  }
  // Fastify adds a charset to JSON that it serializes, and JSON defines none (RFC 8259, section 11).
  if (typeof body === "string") reply.serializer(asWritten);
  reply.send(body);
}

/** Statuses that never have a body. @see RFC 9110, section 6.4.1 */
export function forbidsBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || status < 200;
}

const asWritten = (text: unknown): string => text as string;

/** Hooks, such as those of CORS, may have named other headers that the answer varies by. */
function varyWith(reply: FastifyReply, own: string | undefined): string | undefined {
  const set = reply.getHeader("vary");
  if (set === undefined || own === undefined) return own;
  const names = `${[set].flat().join(", ")}, ${own}`.split(/\s*,\s*/);
  return [...new Set(names)].join(", ");
}

/** Sampled values of the headers that a response must have; those that depend on the record are put in later and win. */
export function requiredHeaders(
  fitting: Fitting,
  operation: Operation,
  status: number,
  documented: readonly Header[],
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of documented) {
    const name = header.name.toLowerCase();
    if (OWN_HEADERS.has(name) || !(header.required || isRedirectTarget(name, status))) continue;
    const [example] = header.examples;
    const seed = `${operation.id} ${status} ${name}`;
    headers[name] = headerValueText(fitting.fit(header.schema, example?.value, { seed }), header.explode);
  }
  if (status >= 300 && status < 400 && status !== 304) headers.location ??= "/";
  return headers;
}

/** Headers that the transport writes. OpenAPI 3.1, "Response Object": `Content-Type` among them SHALL be ignored. */
const OWN_HEADERS = new Set(["content-type", "content-length", "transfer-encoding", "connection", "date"]);

function isRedirectTarget(name: string, status: number): boolean {
  return name === "location" && status >= 300 && status < 400;
}

/** Style `simple`, which is the only one of headers. Characters that no header may hold become `?`. */
function headerValueText(value: unknown, explode: boolean): string {
  return simpleText(value, explode).replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");
}

function simpleText(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.map((item) => simpleText(item, false)).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}${explode ? "=" : ","}${simpleText(inner, false)}`)
    .join(",");
}

/** Makes values valid. */
export interface Fitting {
  /**
   * `base` itself when the schema allows it, else a valid value that keeps what it can of it. Where the schema allows nothing
   * at all it is what comes nearest, `base`, or null, and the schema is counted in `unsatisfiable`.
   */
  fit(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** The same for what nobody ever changes in place, such as records: what was found right lately is not looked at again. */
  fitKept(schema: Schema, base: unknown, options: FitOptions): unknown;
  /** True if an immutable value is valid. Caches the result. */
  isKept(schema: Schema, value: unknown): boolean;
  /** Why no valid value could be made, by schema URI. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface FitOptions {
  /** Text from which what is missing is made: the same text, the same value. */
  readonly seed: string;
  /** Fill in optional properties as well. Default false. */
  readonly optional?: boolean;
  /** Take the schema's examples and defaults first, or its defaults alone. Default true. */
  readonly examples?: boolean | "defaults";
}

const REMEMBERED = 256;

/** Text from which made-up values follow, unless another is given. */
export const DEFAULT_SEED = "onespec";

/** @param seedValue all samples follow from it */
export function createFitting(schemas: SchemaRegistry, seedValue: string): Fitting {
  const unsatisfiable = new Map<string, string>();
  const valid = new RecentCache<object, Schema>(REMEMBERED);
  const isValid = (schema: Schema, value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return schemas.validator(schema, "response").isValid(value);
    if (valid.get(value) === schema) return true;
    if (!schemas.validator(schema, "response").isValid(value)) return false;
    valid.set(value, schema);
    return true;
  };
  const fit: Fitting["fit"] = (schema, base, { seed, optional = false, examples = true }) => {
    if (base !== undefined && schemas.validator(schema, "response").isValid(base)) return base;
    const sample = sampleSchema(schemas, schema, {
      seed: `${seedValue}\n${seed}`,
      view: "response",
      optional,
      examples,
      ...(base === undefined ? {} : { base }),
    });
    if (sample.ok) return sample.value;
    unsatisfiable.set(schema.uri, sample.reason);
    return sample.nearest ?? base ?? null;
  };
  return {
    unsatisfiable,
    isKept: isValid,
    fitKept(schema, base, options) {
      return base !== undefined && isValid(schema, base) ? base : fit(schema, base, options);
    },
    fit,
  };
}
