import { isUint8Array } from "node:util/types";
import { type Operation, type OperationResponse, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { FastifyReply } from "fastify";
import type { BodyPlan } from "../model/body-plan.js";
import type { Answer } from "../model/message.js";
import { isJsonType } from "../wire/media-type.js";
import { bodyPlans, bodyPlanWithin, PLAIN_JSON } from "./body-plan.js";
import type { Fitting } from "./fitting.js";
import { acceptedTypes, negotiateMediaType } from "./negotiate-media-type.js";
import { requiredHeaders } from "./required-headers.js";
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

/** @param isJson true to answer with JSON if the description documents no body */
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
        // Generated clients often accept only one type of the operation, for example the type of its errors. They still
        // read other types.
        (negotiateMediaType(otherTypes, accept) ? preferred : undefined) ??
        // RFC 9110, 12.5.1, allows this: a JSON text may contain a file of any type.
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

/** Statuses that never have a body. @see RFC 9110, section 6.4.1 */
export function forbidsBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || status < 200;
}

/** Sends an answer through the reply, so that Fastify's hooks run. @throws Fastify's error for invalid headers */
export function writeAnswer(reply: FastifyReply, answer: Answer): void {
  const { status, headers, body } = answer;
  const { contract } = reply.request as { readonly contract?: { answer: Answer | undefined } };
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

const asWritten = (text: unknown): string => text as string;

/** Hooks, such as CORS, may already have set `Vary`. */
function varyWith(reply: FastifyReply, own: string | undefined): string | undefined {
  const set = reply.getHeader("vary");
  if (set === undefined || own === undefined) return own;
  const names = `${[set].flat().join(", ")}, ${own}`.split(/\s*,\s*/);
  return [...new Set(names)].join(", ");
}
