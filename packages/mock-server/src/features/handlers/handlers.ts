import { isUint8Array } from "node:util/types";
import { type Answer, forbidsBody, ProblemError, type ResponsePlan, sampledValue } from "@onespec/http-contract";
import { type JsonObject, nearestName, type Resource } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import { keyInRecord } from "../../behaviour/record/record-key.js";
import { deleteRecord } from "../../behaviour/record/write-record.js";
import type {
  Handler,
  HandlerAnswer,
  HandlerCall,
  HandlerRecords,
  HandlerResult,
  HandlerSource,
  HandlerState,
} from "../../config/handler.js";
import type { Behaviour, BehaviourPlan, Call, MockContext } from "../../model/mock-context.js";
import { errorPlace } from "../../modules/import-module.js";
import { headerFault, SERVER_HEADERS } from "../../response/header-fault.js";
import { HandlerFolder } from "./handler-folder.js";

export interface HandlerOptions {
  /** A folder of handlers, or a `Map` of them by operation id; `undefined`: none. */
  readonly handlers: string | HandlerSource | undefined;
}

/** Lets the user's handlers answer. They are looked up at each call, because they may have been reloaded. */
export const handlers: FastifyPluginAsync<HandlerOptions> = fp(
  async (fastify: FastifyInstance, { handlers: given }: HandlerOptions) => {
    if (given === undefined) return;
    const { mock } = fastify;
    const source = typeof given === "string" ? await HandlerFolder.open(given, mock.api.operations, () => {}) : given;
    mock.wrap((context, plan, behave) => withHandler(context, plan, behave, source));
  },
  { name: "mock-handlers" },
);

function withHandler(context: MockContext, plan: BehaviourPlan, behave: Behaviour, source: HandlerSource): Behaviour {
  const { operation } = plan;
  const state = createHandlerState(context);

  const run = async (handler: Handler, call: Call): Promise<Answer> => {
    let last: Answer | undefined;
    const result = await handler({
      ...callOf(context, plan, call),
      state,
      async next(changes = {}) {
        last = await refusedOr(context, operation, () => behave({ ...call, ...changes }));
        return decodeAnswer(last);
      },
    });
    if (result === undefined) return last ?? behave(call);
    return encodeResult(result, plan.response, call);
  };

  return (call) => {
    const handler = source.get(operation.id);
    if (!handler) return behave(call);
    return run(handler, call).catch((error: unknown) => {
      if (error instanceof ProblemError) throw error;
      const message = describe(error);
      source.failed?.(`${operation.id}: ${message}`);
      throw new ProblemError({
        status: 500,
        code: "handler-failed",
        message: "The handler failed",
        details: [{ message, operationId: operation.id }],
      });
    });
  };
}

/** Returns a rejection as an answer, because handlers get both in the same way. */
async function refusedOr(
  { refuse }: MockContext,
  operation: BehaviourPlan["operation"],
  behave: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await behave();
  } catch (error) {
    if (error instanceof ProblemError) return refuse(operation, error.problem);
    throw error;
  }
}

function callOf(
  { fitting }: MockContext,
  { operation, response }: BehaviourPlan,
  { target, path, query, body, answerAs }: Call,
): Omit<HandlerCall, "state" | "next"> {
  const plan = answerAs ?? response.preferred;
  return {
    operation: { id: operation.id, method: operation.method, path: operation.path },
    request: target,
    params: path,
    query,
    body,
    sample: (text = "") => plan && sampledValue(fitting, plan, `handler ${operation.id} ${text}`),
  };
}

function decodeAnswer({ status, headers, body }: Answer): HandlerAnswer {
  const isJson = /[/+]json(?:;|$)/.test(headers["content-type"] ?? "");
  return { status, headers, body: isJson && typeof body === "string" ? JSON.parse(body) : body };
}

/** `handlers/getPet.ts:12: TypeError: x is not a function`. */
function describe(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `It threw ${String(error)}`;
  const place = errorPlace(error);
  return place === undefined ? message : `${place}: ${message}`;
}

const FIELDS = new Set(["status", "headers", "body"]);
const WRITABLE = new Set(["Null", "Boolean", "Number", "BigInt", "String", "Array", "Object"]);
const JSON_TYPE = "application/json";

/**
 * The answer that a handler asks for. The description fills in missing parts.
 * @throws Error for an invalid answer; the message describes a valid one
 */
function encodeResult(result: unknown, response: ResponsePlan, { answerAs: negotiated }: Call): Answer {
  if (!isResult(result)) {
    const other = classOf(result) === "Object" && Object.keys(result as object).find((name) => !FIELDS.has(name));
    const got = other ? `, with ${other}` : "";
    throw new Error(`The handler returned an invalid answer${got}. Return { status, headers, body }, or nothing.`);
  }
  const { status = response.status, body } = result;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Error(`The handler's status ${JSON.stringify(status)} is no whole number from 200 to 599.`);
  }
  const headers = lowerCased(result.headers ?? {});
  for (const [name, value] of Object.entries(headers)) {
    // The server sets these headers itself: the body and the connection may differ from those that the handler assumed.
    if (SERVER_HEADERS.has(name)) delete headers[name];
    const fault = headerFault(name, value);
    if (fault !== undefined) throw new Error(`The handler's header ${JSON.stringify(name)} ${fault}.`);
  }
  if (body === undefined || forbidsBody(status)) {
    delete headers["content-type"];
    return { status, headers, body: undefined };
  }
  const type = headers["content-type"] ?? typeFor(body, negotiated?.contentType);
  headers["content-type"] = type;
  if (isUint8Array(body)) return { status, headers, body };
  refuseUnwritable(body);
  const isText = typeof body === "string" && !/[/+]json(?:;|$)/.test(type);
  return { status, headers, body: isText ? body : JSON.stringify(body) };
}

function typeFor(body: unknown, negotiated: string | undefined): string {
  if (isUint8Array(body)) return negotiated ?? "application/octet-stream";
  if (typeof body === "string") return negotiated ?? "text/plain; charset=utf-8";
  return negotiated !== undefined && /[/+]json(?:;|$)/.test(negotiated) ? negotiated : JSON_TYPE;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function isResult(result: unknown): result is HandlerResult {
  return classOf(result) === "Object" && Object.keys(result as object).every((name) => FIELDS.has(name));
}

/** The class of a value from any realm: `Object` for a plain object, `Array`, `Map`, `Promise`, `String`. */
function classOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** @throws Error for a body that JSON would write as `{}` or omit, and for a stream */
function refuseUnwritable(body: unknown): void {
  const isStream = typeof (body as { pipe?: unknown } | null)?.pipe === "function";
  const name = isStream ? "stream" : classOf(body);
  if (WRITABLE.has(name) || typeof (body as { toJSON?: unknown }).toJSON === "function") return;
  const next = name === "Promise" ? "await it" : "return an object, a list, a text or a Uint8Array";
  throw new Error(`The handler's body is a ${name}: ${next}.`);
}

function createHandlerState(context: MockContext): HandlerState {
  return (name) => recordsOf(context, findResource(context.api.resources, name));
}

function findResource(resources: readonly Resource[], name: string): Resource {
  const found = resources.find((resource) => resource.name === name || resource.collectionPath === name);
  if (found) return found;
  const names = resources.map((resource) => resource.name);
  const near = nearestName(name, names);
  throw new Error(
    `There is no resource "${name}"${near === undefined ? `; there are ${names.join(", ") || "none"}` : `; did you mean "${near}"?`}`,
  );
}

function recordsOf(context: MockContext, resource: Resource): HandlerRecords {
  const { collection, owner } = context.states.of(resource);
  const scopeOf = (
    method: string,
    first: readonly string[],
    parents: readonly unknown[],
    ids: readonly unknown[] = [],
  ) => {
    const isWhole = parents.length === owner.parents.length || (method === "list" && parents.length === 0);
    if (isWhole && [...ids, ...parents].every(isId)) return parents.map(String);
    throw wrongArguments(resource, owner, method, first, [...ids, ...parents]);
  };
  return {
    async get(id, ...parents) {
      return structuredClone((await collection.get(scopeOf("get", ["id"], parents, [id]), String(id)))?.value);
    },
    async list(...parents) {
      const scope = scopeOf("list", [], parents);
      const { records } = await collection.list(parents.length === 0 ? {} : { scope });
      return records.map(({ value }) => structuredClone(value));
    },
    async put(record, ...parents) {
      const key = keyInRecord(resource, record);
      if (key === undefined) {
        throw new Error(`The record for ${resource.name} has no id. Add one, or let next({ body }) create the record.`);
      }
      await collection.put({ key, scope: scopeOf("put", ["record"], parents), value: asStored(resource, record) });
    },
    async update(id, change, ...parents) {
      const scope = scopeOf("update", ["id", "change"], parents, [id]);
      const changed = await collection.update(scope, String(id), ({ value }) =>
        asStored(resource, typeof change === "function" ? change(structuredClone(value)) : { ...value, ...change }),
      );
      return structuredClone(changed?.value);
    },
    async delete(id, ...parents) {
      const record = { scope: scopeOf("delete", ["id"], parents, [id]), key: String(id) };
      return (await deleteRecord(context, resource, record, {}))?.value;
    },
  };
}

/** A copy of a record, as JSON. Handlers and the store never share values. @throws Error if JSON cannot hold it */
function asStored({ name }: Resource, record: unknown): JsonObject {
  const found = classOf(record);
  if (found === "Object") return JSON.parse(JSON.stringify(record)) as JsonObject;
  throw new Error(
    `A record for ${name} must be an object; it got a ${found}${found === "Promise" ? ": await it" : ""}.`,
  );
}

function isId(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** `state("rooms.bookings").list takes list(room_id), the ids of the parents; it got an object.` */
function wrongArguments(
  resource: Resource,
  { parents }: Resource,
  method: string,
  first: readonly string[],
  given: readonly unknown[],
): Error {
  const names = parents.map(({ parameter }) => parameter);
  const shapes = [`${method}(${[...first, ...names].join(", ")})`];
  if (method === "list" && names.length > 0) shapes.unshift("list()");
  const wrong = given.find((value) => !isId(value));
  const isMissing = given.every(isId);
  const kind =
    wrong === null ? "null" : Array.isArray(wrong) ? "a list" : typeof wrong === "object" ? "an object" : String(wrong);
  const got = isMissing ? `${given.length} ${given.length === 1 ? "id" : "ids"}` : kind;
  return new Error(
    `state(${JSON.stringify(resource.name)}) takes ${shapes.join(" or ")}, with texts or numbers as ids; it got ${got}.`,
  );
}
