import { METHODS as NODE_METHODS } from "node:http";
import type { Readable } from "node:stream";
import { getOrMake, type Operation, type RequestBody, type SchemaRegistry } from "@onespec/spec-core";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preParsingHookHandler,
  RequestPayload,
} from "fastify";
import {
  type ContractParts,
  DEFAULT_BODY_LIMIT,
  DEFAULT_FILE_LIMIT,
  type HttpContractOptions,
} from "./contract-options.js";
import { ContractRequest } from "./contract-request.js";
import type { Answer } from "./model/answer.js";
import { type Problem, ProblemError } from "./model/problem.js";
import { headerText, type RequestTarget } from "./model/request-target.js";
import type { FileStore } from "./model/sent-file.js";
import type { OperationPlan } from "./operation-plan.js";
import { createProblemAnswers } from "./problems/problem-answer.js";
import { problemOfError } from "./problems/problem-of-error.js";
import { decodeBody, decodingProblem } from "./request/content-codings.js";
import { bodyTooLarge, readStreamBody, readTextBody, type TakenBody } from "./request/read-body.js";
import { createRequestReader } from "./request/request-reader.js";
import { temporaryFiles } from "./request/temporary-files.js";
import { respond } from "./respond.js";
import { entityTag } from "./response/entity-tag.js";
import { createFitting, DEFAULT_SEED, type Fitting } from "./response/fitting.js";
import { createResponsePlan, type ResponsePlan } from "./response/response-plan.js";
import { selectSuccess } from "./response/select-response.js";
import { valueAnswers } from "./response/value-answers.js";
import { writeAnswer } from "./response/write-answer.js";
import { addCors } from "./routes/cors.js";
import { fastifyPath, overlaps, segmentsAt } from "./routes/fastify-path.js";
import { createRouteTable, type RouteTable } from "./routes/route-table.js";
import { answerUnmatched } from "./routes/unmatched.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The operation that takes the request, and what the request holds. */
    readonly contract: ContractRequest;
    /** Takes a text as the body, where no parser of Fastify's has read it. @throws ProblemError */
    takeText(text: string): void;
  }
  interface FastifyReply {
    /** Answers with a problem, in the error schema that the operation documents. */
    refuse(problem: Problem): void;
    /** Sends an answer as it is. */
    answer(answer: Answer): void;
  }
  interface FastifyContextConfig {
    readonly contract?: RouteConfig;
  }
}

interface RouteConfig {
  readonly operation: Operation;
  readonly base: string;
  /** Indexes of the path's segments that are parameters. */
  readonly parameters: readonly number[];
}

/** Fastify takes a fifth of a millisecond for each route; what is beyond this goes through one route for all. */
const MOST_ROUTES = 600;

/**
 * A Fastify plugin that serves the operations of a description: routes, parameters, bodies, validation, answers, problems,
 * preconditions, 404 with the nearest paths, 405 with `Allow`, `HEAD` and `OPTIONS`.
 * @example await fastify.register(httpContract, { description, handler: ({ id }) => handlers[id] });
 */
export async function httpContract(fastify: FastifyInstance, options: HttpContractOptions): Promise<void> {
  const { description, operations = description.operations, basePath = "", serverPaths = true } = options;
  const { schemas } = description;
  const table = options.table ?? createRouteTable(description, operations, { basePath, serverPaths });
  const fitting = options.fitting ?? createFitting(schemas, DEFAULT_SEED);
  const parts: ContractParts = {
    prefix: fastify.prefix,
    options,
    table,
    problems: options.problems ?? createProblemAnswers(schemas, fitting),
    planOf: createPlans(options, fitting),
  };
  decorate(fastify, parts);
  if (options.cors) addCors(fastify, options.cors);
  addBodyParsers(fastify, parts);
  fastify.setErrorHandler((error: FastifyError, request, reply) => answerError(parts, error, request, reply));
  const preParsing = options.guard === undefined ? [decodeHook] : [guardHook, decodeHook];
  addMethods(fastify, operations);
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.contract.operation) respond(parts, request, reply);
    else refuseUnmatched(parts, fastify.prefix, request, reply);
  };
  for (const route of plainRoutes(table, operations)) {
    const { operation } = route.config.contract;
    const hooks: preParsingHookHandler[] = options.guard?.(operation) ? [guardHook] : [];
    if (operation.requestBody) hooks.push(decodeHook);
    fastify.route({ ...route, ...(hooks.length > 0 && { preParsing: hooks }), exposeHeadRoute: false, handler });
  }
  addFallback(fastify, parts, preParsing, handler);
}

function createPlans(options: HttpContractOptions, fitting: Fitting): (operation: Operation) => OperationPlan {
  const { description, defaults = true, answersJson = () => true, validateResponses = "off" } = options;
  const { schemas } = description;
  const plans = new Map<Operation, OperationPlan>();
  return (operation) => {
    return getOrMake(plans, operation, () => {
      const success = selectSuccess(operation);
      const response = createResponsePlan(schemas, fitting, operation, success, answersJson(operation, success.status));
      const handler = options.handler?.(operation);
      const { onInvalidResponse } = options;
      return {
        reader: createRequestReader(schemas, operation, { defaults, isKnownPath: options.isKnownPath?.(operation) }),
        response,
        answer:
          options.answers?.(operation, response) ??
          (handler && valueAnswers(schemas, operation, response, handler, { validateResponses, onInvalidResponse })),
        guard: options.guard?.(operation),
        precondition: options.precondition?.(operation) ?? "path",
        tag: tagUse(schemas, response),
      };
    });
  };
}

/** A header that is documented as something else carries no tag of ours. */
function tagUse(schemas: SchemaRegistry, { status, response }: ResponsePlan): OperationPlan["tag"] {
  const header = status < 300 && response?.headers.find(({ name }) => name.toLowerCase() === "etag");
  if (!header) return "undocumented";
  return schemas.validator(header.schema, "response").isValid(entityTag("")) ? "documented" : "forbidden";
}

/** Fastify reads no bodies of `GET` and `HEAD`, and knows no methods of OpenAPI 3.2's `additionalOperations`, unless asked to. */
function addMethods(fastify: FastifyInstance, operations: readonly Operation[]): void {
  const withBody = new Set(
    operations.filter(({ requestBody }) => requestBody !== undefined).map(({ method }) => method.toUpperCase()),
  );
  for (const method of new Set(operations.map((operation) => operation.method.toUpperCase()))) {
    const hasBody = withBody.has(method);
    const isKnown = fastify.supportedMethods.includes(method);
    if (!NODE_METHODS.includes(method)) continue;
    if (!isKnown || (hasBody && BODILESS.has(method)))
      fastify.addHttpMethod(method, { hasBody, overrideExisting: true });
  }
}

const BODILESS = new Set(["GET", "HEAD", "TRACE"]);

const CONTRACT = Symbol("contract");

type ContractedRequest = FastifyRequest & { [CONTRACT]?: ContractRequest };

function decorate(fastify: FastifyInstance, parts: ContractParts): void {
  fastify.decorateRequest("contract", {
    getter(this: FastifyRequest): ContractRequest {
      return contractOf(this, parts);
    },
  });
  const takeText = createTextTaker(parts);
  fastify.decorateRequest("takeText", function take(this: FastifyRequest, text: string): void {
    takeText(this, text);
  });
  fastify.decorateReply("refuse", function refuse(this: FastifyReply, problem: Problem): void {
    refuseRequest(parts, this.request, this, problem);
  });
  fastify.decorateReply("answer", function answer(this: FastifyReply, given: Answer): void {
    writeAnswer(this, given);
  });
}

/** Routes of other instances, which end here when they find nothing, have requests without the decorators. */
function contractOf(request: ContractedRequest, { prefix, table, planOf }: ContractParts): ContractRequest {
  request[CONTRACT] ??= openRequest(request, prefix, table, planOf);
  return request[CONTRACT];
}

function refuseRequest(parts: ContractParts, request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  const { operation } = contractOf(request, parts);
  const answer = parts.problems(operation, problem, headerText(request.headers, "accept"));
  if (answer instanceof Promise)
    answer.then((settled) => writeAnswer(reply, settled)).catch((error) => reply.send(error));
  else writeAnswer(reply, answer);
}

function openRequest(
  request: FastifyRequest,
  prefix: string,
  table: RouteTable,
  planOf: (operation: Operation) => OperationPlan,
): ContractRequest {
  const target = targetOf(request);
  const path = target.path.slice(prefix.length) || "/";
  const { contract: route } = request.routeOptions.config;
  const values = route && segmentsAt(path, route.parameters);
  // Fastify's router takes an empty segment for a parameter; in a description it is a slash too many. It leaves some characters
  // encoded, which then miss the literal path that has them: `/users/%40me`.
  if (!route || !values || values.includes("") || RESERVED.test(path)) {
    const found = table.match(path, target.method.toLowerCase());
    return new ContractRequest(target, found && { ...found, base: prefix + found.base }, table, planOf);
  }
  const { operation, base } = route;
  return new ContractRequest(target, { methods: methodsOf(operation), values, base: prefix + base }, table, planOf);
}

const RESERVED = /%(?:24|26|2[bc]|3[abd]|40)/i;

const methods = new WeakMap<Operation, ReadonlyMap<string, Operation>>();

/** A route of Fastify's has one method. */
function methodsOf(operation: Operation): ReadonlyMap<string, Operation> {
  return getOrMake(methods, operation, () => new Map([[operation.method, operation]]));
}

function targetOf({ raw, method, headers }: FastifyRequest): RequestTarget {
  const { url = "/" } = raw;
  // A request may name its whole URL, as proxies are asked (RFC 9112, section 3.2.2).
  const whole = url.startsWith("/") ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  // Nobody should send a fragment; clients that take the path of a description as it stands do: `/#Action=Send?To=me`.
  const target = whole.includes("#") ? whole.replace(/#[^?]*/, "") : whole;
  const mark = target.indexOf("?");
  if (mark < 0) return { method, path: target, query: "", headers };
  return { method, path: target.slice(0, mark), query: target.slice(mark + 1), headers };
}

interface PlainRoute {
  readonly method: HTTPMethods[];
  readonly url: string;
  readonly config: { readonly contract: RouteConfig };
}

/** The operations that Fastify's router finds exactly as OpenAPI does. */
function plainRoutes({ bases, plain }: RouteTable, operations: readonly Operation[]): readonly PlainRoute[] {
  if (operations.length * bases.length > MOST_ROUTES) return [];
  const routes: PlainRoute[] = [];
  const others = operations.filter((operation) => !plain.includes(operation) || !fastifyPath("", operation.path));
  const taken = new Set<string>();
  const lacking = methodsLacking(operations);
  for (const base of bases) {
    const shadowed = bases.flatMap((prefix) => others.map(({ path }) => `${prefix}${path}`));
    for (const operation of plain) {
      const place = fastifyPath(base, operation.path);
      if (!place || lacking(operation) || shadowed.some((path) => overlaps(path, `${base}${operation.path}`))) continue;
      const hasHead = operations.some(({ method, path }) => method === "head" && path === operation.path);
      const names = operation.method === "get" && !hasHead ? ["get", "head"] : [operation.method];
      const shape = place.url.replace(/:\w+/g, ":");
      const free = names.filter((name) => !taken.has(`${name} ${shape}`));
      for (const name of free) taken.add(`${name} ${shape}`);
      if (free.length === 0) continue;
      const method = free.map((name) => name.toUpperCase() as HTTPMethods);
      const parameters = place.parameters;
      routes.push({ method, url: place.url, config: { contract: { operation, base, parameters } } });
    }
  }
  return routes;
}

/** Is a template's operation of a method that a literal path at its place does not have? Fastify's router would take it all the same. */
function methodsLacking(operations: readonly Operation[]): (operation: Operation) => boolean {
  const literals = new Map<string, Map<string, Set<string>>>();
  const placeOf = (path: string): readonly [place: string, last: string] => {
    const at = path.lastIndexOf("/");
    return [path.slice(0, at).replace(/\{[^{}]*\}/g, "{}"), path.slice(at + 1)];
  };
  for (const { path, method } of operations) {
    const [place, last] = placeOf(path);
    if (last.includes("{")) continue;
    const beside = literals.get(place) ?? new Map<string, Set<string>>();
    literals.set(place, beside.set(last, (beside.get(last) ?? new Set()).add(method)));
  }
  return ({ path, method }) => {
    const [place, last] = placeOf(path);
    return last.includes("{") && [...(literals.get(place)?.values() ?? [])].some((methods) => !methods.has(method));
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/** Takes every other request: templates that Fastify's router cannot hold, slashes too many, wrong methods, unknown paths. */
function addFallback(
  fastify: FastifyInstance,
  parts: ContractParts,
  preParsing: preParsingHookHandler[],
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const { operations, description } = parts.options;
  const declared = (operations ?? description.operations).map(({ method }) => method.toUpperCase());
  const extra = [...new Set(declared)].filter(
    (method) => NODE_METHODS.includes(method) && !(METHODS as readonly string[]).includes(method),
  );
  const unmatched = (request: FastifyRequest, reply: FastifyReply): void =>
    refuseUnmatched(parts, fastify.prefix, request, reply);
  // Not before the hooks of other plugins, such as a limit of requests.
  const answerOthers: preParsingHookHandler = (request, reply, payload, done) => {
    if (request.contract.operation) {
      done(null, payload);
      return;
    }
    try {
      unmatched(request, reply);
    } catch (error) {
      done(error as Error);
    }
  };
  try {
    // Of other plugins' routes, such as that of CORS for `OPTIONS`.
    fastify.setNotFoundHandler(unmatched);
  } catch {
    // The application has one of its own: Fastify takes one only.
  }
  const method = [...METHODS, ...extra] as HTTPMethods[];
  for (const url of fastify.prefix === "" ? ["/*"] : ["/", "/*"]) {
    for (const each of method) {
      try {
        fastify.route({
          method: each,
          url,
          preParsing: [answerOthers, ...preParsing],
          handler,
          exposeHeadRoute: false,
        });
      } catch (error) {
        // A plugin of the application has it.
        if (!(error instanceof Error && "code" in error && error.code === "FST_ERR_DUPLICATED_ROUTE")) throw error;
      }
    }
  }
}

/** @throws ProblemError unless it is `OPTIONS` */
function refuseUnmatched(parts: ContractParts, prefix: string, request: FastifyRequest, reply: FastifyReply): void {
  const { target, match } = contractOf(request, parts);
  writeAnswer(
    reply,
    answerUnmatched(target, match, () => parts.table.nearest(target.path.slice(prefix.length))),
  );
}

function guardHook(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: Done): void {
  const { contract } = request;
  const guard = contract.operation && contract.plan.guard;
  if (!guard || !contract.operation) {
    done(null, payload);
    return;
  }
  const { operation, target, match, head } = contract;
  try {
    const passed = guard({ operation, request, target, base: match?.base ?? "", ...head.values }, reply);
    if (passed instanceof Promise) passed.then(() => done(null, payload), done);
    else done(null, payload);
  } catch (error) {
    done(error as Error);
  }
}

function decodeHook({ headers, raw }: FastifyRequest, _reply: FastifyReply, payload: RequestPayload, done: Done): void {
  const coding = headers["content-encoding"];
  // A stream that a hook has put in the body's place is decoded already, and the header is still there.
  if (coding === undefined || payload !== raw) {
    done(null, payload);
    return;
  }
  try {
    done(null, decodeBody(payload, coding));
  } catch (error) {
    done(error as Error);
  }
}

type Done = (error: Error | null, payload?: RequestPayload) => void;

/** Reads bodies by the operation that takes the request, whatever their type. */
function takenBody({ options }: ContractParts, operation: Operation, documented: RequestBody): TakenBody {
  const { patches = () => true } = options;
  const { method } = operation;
  return { documented, method, takesPatches: method === "patch" && patches(operation) };
}

/** Reads texts as bodies of requests. */
function createTextTaker(parts: ContractParts): (request: FastifyRequest, text: string) => void {
  const { schemas } = parts.options.description;
  return ({ contract, headers }, text) => {
    contract.text = text;
    if (text !== "") contract.choose(text);
    const { operation } = contract;
    const documented = operation?.requestBody;
    contract.body =
      documented && readTextBody(schemas, takenBody(parts, operation, documented), headers["content-type"], text);
  };
}

function addBodyParsers(fastify: FastifyInstance, parts: ContractParts): void {
  const { options } = parts;
  const { description, bodyLimit = DEFAULT_BODY_LIMIT, fileLimit = DEFAULT_FILE_LIMIT } = options;
  const { schemas } = description;
  const takeText = createTextTaker(parts);
  const temporary = options.files === undefined ? temporaryFiles() : undefined;
  const files = options.files ?? (temporary as FileStore);
  if (temporary) fastify.addHook("onClose", () => temporary.close());
  fastify.removeAllContentTypeParsers();
  const readText = (
    request: FastifyRequest,
    text: string | Buffer,
    done: (error: Error | null, body?: unknown) => void,
  ): void => {
    try {
      takeText(request, String(text));
      done(null, request.contract.body?.value);
    } catch (error) {
      done(error as Error);
    }
  };
  // A parser of its own: Fastify would look through the others for each request.
  fastify.addContentTypeParser("application/json", { parseAs: "string", bodyLimit }, readText);
  fastify.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit }, readText);
  fastify.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) => {
    const { contract } = request;
    const { operation } = contract;
    if (!operation?.requestBody) return undefined;
    const limits = { bodyLimit, fileLimit, files };
    contract.body = await readStreamBody(
      schemas,
      takenBody(parts, operation, operation.requestBody),
      request.headers,
      payload,
      limits,
    );
    return contract.body?.value;
  });
}

/** How long a client may go on to send what nobody reads, in milliseconds. */
const LINGER_MS = 2_000;

function answerError(parts: ContractParts, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { options } = parts;
  // A client that disconnects while it sends is no failure.
  if (error.code === "ECONNRESET" && request.raw.destroyed && !request.raw.complete) {
    refuseRequest(parts, request, reply, { status: 400, code: "disconnected", message: "Disconnected", details: [] });
    return;
  }
  const { bodyLimit = DEFAULT_BODY_LIMIT } = options;
  const tooLarge = error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? bodyTooLarge(bodyLimit) : undefined;
  const problem =
    error instanceof ProblemError
      ? error.problem
      : (tooLarge ?? decodingProblem(error) ?? options.problemOf?.(error, request) ?? problemOfError(error));
  // An answer may have been on its way when it failed.
  for (const name of OF_ANSWERS) reply.removeHeader(name);
  if (problem) {
    // Fastify closes the connection after an error in a body, which is only needed while bytes are on their way.
    if (request.raw.complete) reply.removeHeader("connection");
    else if (problem.status === 413) reply.header("connection", "close");
    afterBody(request, problem, () => refuseRequest(parts, request, reply, problem));
    return;
  }
  options.onError?.(error, request);
  const message = `${request.method} ${contractOf(request, parts).target.path} failed; the log has the cause`;
  const details = [{ message, requestId: request.id }];
  refuseRequest(parts, request, reply, { status: 500, code: "internal", message: "Internal server error", details });
}

/** Headers that say something of a body or of a success. */
const OF_ANSWERS = ["content-encoding", "content-range", "etag", "last-modified", "location"];

/**
 * A client that is still sending a body that is too large gets its answer when it has sent it, or after two seconds: a connection that
 * is closed upon unread bytes takes back the answer as well. @see RFC 9112, section 9.6
 */
function afterBody({ raw }: FastifyRequest, { status }: Problem, answer: () => void): void {
  if (status !== 413 || raw.complete || raw.readableEnded || raw.destroyed) {
    answer();
    return;
  }
  const finish = (): void => {
    clearTimeout(timer);
    raw.off("end", finish).off("close", finish);
    answer();
  };
  const timer = setTimeout(finish, LINGER_MS);
  // A decoder that nobody reads any more would hold the rest back.
  raw.on("end", finish).on("close", finish).unpipe().resume();
}
