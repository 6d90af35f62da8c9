import { createHash } from "node:crypto";
import {
  type ContractCall,
  type Guard,
  type Handler,
  type HttpContractOptions,
  isPatchType,
  type Problem,
  ProblemError,
  RecordPatch,
  type SentFile,
  validationStatus,
} from "@onespec/http-contract";
import { type ApiDescription, isObject, type Operation, type SchemaRegistry } from "@onespec/spec-core";
import type { Services } from "../../action/action.js";
import { DeclaredMembers } from "../../action/declared-members.js";
import { HttpError } from "../../action/reply.js";
import { type Database, inTransaction } from "../../database/database.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { App, LoadedAction } from "../../load/app.js";
import { didYouMean } from "../../text/phrases.js";
import { type ActionCall, actionCallOf } from "./action-call.js";
import { type RequestLog, requestLine } from "./create-fastify.js";
import { problemOfThrown } from "./problem-of-thrown.js";
import { createSecurityCheck, policyChecks } from "./security-check.js";

/**
 * Connects the application's actions as handlers, and its policies as guards, with the operations of its description.
 * @param description the result of `describeActions`
 */
export function contractOptions(
  app: App,
  description: ApiDescription,
  services: Services,
  requestLog: RequestLog,
  database: Database | undefined,
): HttpContractOptions {
  const { bodyLimit, fileLimit, cors, validateResponses } = app.config.app;
  const actions = new Map(
    app.actions.flatMap((loaded) => loaded.routes.map(({ method, path }) => [`${method} ${path}`, loaded])),
  );
  const actionOf = ({ method, path }: Operation): LoadedAction | undefined =>
    actions.get(`${method.toUpperCase()} ${path}`);
  return {
    description,
    serverPaths: false,
    bodyLimit,
    fileLimit,
    cors: cors === false ? undefined : { origin: cors === true ? "*" : cors.origin },
    validateResponses,
    answersJson: () => false,
    tagOf: valueTag,
    patches: (operation) => actionOf(operation)?.action.inputs?.body?.patches === true,
    ...(database && { together: (work) => readAndWrite(database, work) }),
    handler: (operation) => {
      const loaded = actionOf(operation);
      return loaded && actionHandler(app, loaded, operation, description.schemas, services);
    },
    guard: (operation) => {
      const loaded = actionOf(operation);
      return loaded && policyGuard(app, loaded, services);
    },
    problemOf(error, request) {
      const hint = app.config.environment === "development" ? requestLog.pendingHint(error) : undefined;
      // In development, the answer contains the hint.
      const details = hint === undefined ? [] : [{ message: hint }];
      const failed: Problem = { status: 500, code: "internal", message: "Internal server error", details };
      const problem = problemOfThrown(error, request.actionCall) ?? (hint === undefined ? undefined : failed);
      // 501: the operation is not written yet.
      if (problem && problem.status >= 500)
        requestLog.failed(error, request, problem.status === 501 ? "warn" : "error");
      if (problem?.code !== "validation-failed" || !["GET", "HEAD"].includes(request.method)) return problem;
      // A value that the database rejects of a request without a body was in its query.
      const ofQuery = problem.details.map((detail) => (detail.in === "body" ? { ...detail, in: "query" } : detail));
      return { ...problem, details: ofQuery };
    },
    onError: (error, request) => requestLog.failed(error, request),
    onInvalidResponse({ request }, details) {
      const message = `${requestLine(request)}: the answer breaks its contract`;
      if (validateResponses === "warn") request.log.warn({ details }, message);
      else request.log.error({ details }, message);
    },
  };
}

/** Reads and writes in one transaction. Fails if another process meanwhile changes what was read. */
async function readAndWrite<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    if (database.dialect === "mongodb") return await inTransaction(database, work);
    return await database.transaction(work, { isolation: "serializable" });
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === "WRITE_CONFLICT")) throw error;
    const message = "Another request changed the target of this one meanwhile";
    const hint = "Read it again and repeat the change.";
    throw new HttpError(412, "Precondition failed", { details: [{ message, hint }] });
  }
}

function actionHandler(
  { config, policies }: App,
  { action: { handler, inputs } }: LoadedAction,
  operation: Operation,
  schemas: SchemaRegistry,
  services: Services,
): Handler {
  const timeoutMs = config.app.requestTimeoutMs;
  const knownQuery = inputs?.unknownQuery === "refuse" ? knownQueryNames(inputs.query ?? {}, policies) : undefined;
  const contents = operation.requestBody?.content.flatMap(({ schema }) => (schema ? [schema.json] : [])) ?? [];
  const declared = inputs?.body?.undeclared === "ignore" ? new DeclaredMembers(schemas, contents) : undefined;
  const takesPatches = inputs?.body?.patches === true;
  const status = validationStatus(operation);
  return (call, reply) => {
    if (knownQuery !== undefined) refuseUnknownQuery(call.target.query, knownQuery);
    const actionCall = actionCallOf(call, reply);
    if (takesPatches && isPatchType(call.bodyType)) actionCall.body = new RecordPatch(call.body, call.bodyType, status);
    else {
      actionCall.body = declared ? declared.of(bodyWithFiles(call, keptText)) : bodyWithFiles(call);
    }
    const given = handler(actionCall, services);
    const isPromise = typeof (given as PromiseLike<unknown> | null | undefined)?.then === "function";
    return timeoutMs > 0 && isPromise ? inTime(given as PromiseLike<unknown>, actionCall, timeoutMs) : given;
  };
}

/** The query parameters of the action, and those that carry credentials. */
function knownQueryNames(query: object, policies: App["policies"]): readonly string[] {
  const keys = [...policies.values()].flatMap((policy) =>
    "scheme" in policy && policy.scheme.type === "apiKey" && policy.scheme.in === "query" ? [policy.scheme.name] : [],
  );
  return [...Object.keys(query), ...keys];
}

/** Rejects filters that no code reads, because the answer would contain all records. @param query as sent */
function refuseUnknownQuery(query: string, known: readonly string[]): void {
  if (query === "") return;
  const sent = [...new Set(new URLSearchParams(query).keys())];
  const unknown = sent.filter((name) => !known.includes(name) && !known.includes(name.replace(/\[.*$/s, "")));
  if (unknown.length === 0) return;
  const details = unknown.map((name) => ({
    in: "query",
    path: `/${name}`,
    message: `is no query parameter here${didYouMean(name, known) || `; known are ${known.join(", ")}`}`,
    keyword: "unknown",
  }));
  throw new HttpError(400, "Validation failed", { details });
}

/** The body with its files in their places. @param shown a file as the handler sees it */
function bodyWithFiles({ body, files }: ContractCall, shown: (file: SentFile) => unknown = (file) => file): unknown {
  if (!files) return body;
  let whole = body;
  for (const { place, file } of files) whole = placed(whole, place, shown(file));
  return whole;
}

/** The text for a file in a text column. Base64 if its bytes contain NUL, which databases reject in texts. */
function keptText({ text }: SentFile): string {
  return text.includes("\0") ? Buffer.from(text, "latin1").toString("base64") : text;
}

function placed(value: unknown, [name, ...rest]: readonly string[], file: unknown): unknown {
  if (name === undefined) return file;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  const members = value as Record<string, unknown>;
  members[name] = placed(members[name], rest, file);
  return value;
}

/**
 * Waits for a handler until the request times out. Fastify's `handlerTimeout` would include the stream of the answer,
 * and needs a timer for each request.
 */
function inTime(given: PromiseLike<unknown>, call: ActionCall, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `The action took longer than ${timeoutMs} ms.`;
      call.log.error({}, `${call.method} ${call.url.replace(/\?.*$/s, "")}: ${message}`);
      const problem = { status: 503, code: "timeout", message: "Service unavailable", details: [{ message }] };
      reject(new ProblemError(problem));
      call.giveUp();
    }, timeoutMs);
    Promise.resolve(given)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Runs the security of an action, then its policies in order. `undefined` if it has none. */
function policyGuard(app: App, loaded: LoadedAction, services: Services): Guard | undefined {
  const checks = policyChecks(app, loaded.policies);
  if (loaded.security.length > 0) checks.unshift(createSecurityCheck(app, loaded.security));
  if (checks.length === 0) return undefined;
  return async (call, reply) => {
    const actionCall = actionCallOf(call, reply);
    for (const check of checks) await check(actionCall, services, call.target);
  };
}

/**
 * The entity tag of a value. Equal values have the same tag, because databases may return an object's members in
 * another order.
 */
function valueTag(body: string | Uint8Array): string {
  const digest = createHash("sha256").update(typeof body === "string" ? orderedText(body) : body);
  return `"${digest.digest("base64url").slice(0, 22)}"`;
}

function orderedText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
    );
  } catch {
    return text;
  }
}
