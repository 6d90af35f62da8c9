import { finished } from "node:stream";
import { getOrMake } from "@onespec/spec-core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ContractParts } from "./contract-options.js";
import type { ContractRequest } from "./contract-request.js";
import { type Answer, type Awaitable, after } from "./model/answer.js";
import type { ContractCall } from "./model/contract-call.js";
import type { AnswerHandler } from "./model/handler.js";
import { type Problem, type ProblemDetail, ProblemError } from "./model/problem.js";
import { headerText } from "./model/request-target.js";
import type { PlacedFile } from "./model/sent-file.js";
import type { OperationPlan } from "./operation-plan.js";
import { notAcceptable } from "./problems/not-acceptable.js";
import type { RefusedAnswer } from "./problems/problem-answer.js";
import type { ReadRequest } from "./request/request-reader.js";
import { commonTag, entityTag } from "./response/entity-tag.js";
import {
  type CurrentState,
  type EntityTags,
  failedPrecondition,
  type Preconditions,
  preconditionProblem,
  readPreconditions,
} from "./response/preconditions.js";
import { answerTag, conditionalRead, isConditional } from "./response/read-conditions.js";
import { writeAnswer } from "./response/write-answer.js";

/** Answers a request whose operation is known and whose body was read. */
export function respond(parts: ContractParts, request: FastifyRequest, reply: FastifyReply): void {
  try {
    const answer = answerOf(parts, request.contract, request, reply);
    if (answer instanceof Promise) {
      answer.then(
        (settled) => finish(parts, request, reply, settled),
        (error: Error) => reply.send(error),
      );
    } else finish(parts, request, reply, answer);
  } catch (error) {
    reply.send(error);
  }
}

function answerOf(
  parts: ContractParts,
  contract: ContractRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Awaitable<Answer> {
  const { plan, body } = contract;
  const { answer } = plan;
  if (body?.files) releaseFiles(body.files, reply);
  if (!answer) throw new ProblemError(notImplemented(contract));
  const read = contract.read();
  const run = (settled: ReadRequest): Awaitable<Answer> => {
    const call = callOf(parts, contract, plan, request, reply, settled);
    return runHandler(parts, contract, plan, call, reply, answer);
  };
  return read instanceof Promise ? read.then(run) : run(read);
}

/** Bytes that were put aside may go once the request is answered. */
function releaseFiles(files: readonly PlacedFile[], reply: FastifyReply): void {
  const put = files.flatMap(({ file }) => file.content ?? []);
  if (put.length === 0) return;
  finished(reply.raw, () => {
    for (const content of put) content.release();
  });
}

/** @throws ProblemError for requests that are refused */
function callOf(
  { options }: ContractParts,
  { operation, target, match }: ContractRequest,
  { response }: OperationPlan,
  request: FastifyRequest,
  reply: FastifyReply,
  read: ReadRequest,
): ContractCall {
  const accept = headerText(target.headers, "accept");
  const answerAs = response.negotiate(accept);
  if (response.preferred && !answerAs) throw new ProblemError(notAcceptable(response, accept));
  const { validate = "strict", onViolations } = options;
  if (!read.ok && validate === "strict") throw new ProblemError(read.problem);
  const violations = read.ok ? undefined : read.problem.details;
  const values = violations
    ? { ...read.values, query: validQuery(read.values.query, violations), violations }
    : read.values;
  const call: ContractCall = {
    operation: operation as NonNullable<typeof operation>,
    request,
    target,
    base: match?.base ?? "",
    answerAs,
    precondition: undefined,
    ...values,
  };
  if (violations && validate === "warn") onViolations?.(call, reply, violations);
  return call;
}

/** An invalid query parameter counts as absent where violations are let through. */
function validQuery(query: ContractCall["query"], violations: readonly ProblemDetail[]): ContractCall["query"] {
  const wrong = violations.flatMap(({ in: part, path }) => (part === "query" ? [String(path)] : []));
  const isWrong = (name: string): boolean => {
    const place = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return wrong.some((path) => path === place || path.startsWith(`${place}/`));
  };
  return wrong.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !isWrong(name)));
}

/** Runs a handler, and adds what HTTP asks for around it: entity tags, conditions. */
function runHandler(
  parts: ContractParts,
  contract: ContractRequest,
  plan: OperationPlan,
  call: ContractCall,
  reply: FastifyReply,
  answer: AnswerHandler,
): Awaitable<Answer> {
  const { method, headers } = call.target;
  const isRead = method === "GET" || method === "HEAD";
  const given =
    !isRead && isConditional(headers)
      ? conditionalWrite(parts, contract, plan, call, reply, answer)
      : answer(call, reply);
  const tagged = plan.tag === "documented" ? after(given, (settled) => withTag(parts, plan, settled)) : given;
  if (!isRead || plan.tag === "forbidden" || !isConditional(headers)) return tagged;
  return after(tagged, (settled) => conditionalRead(settled, headers));
}

/** Adds the `ETag` that the description documents, made of the answer's bytes, where the handler gave none. */
function withTag({ options }: ContractParts, { response }: OperationPlan, answer: Answer): Answer {
  const { body, headers, status } = answer;
  const isOwn = headers.etag !== undefined && headers.etag !== response.headers.etag;
  if (isOwn || status !== response.status || !(typeof body === "string" || body instanceof Uint8Array)) return answer;
  return { ...answer, headers: { ...headers, etag: (options.tagOf ?? entityTag)(body) } };
}

const writes = new WeakMap<ContractParts, Map<string, Promise<unknown>>>();

/**
 * Holds `If-Match` and `If-None-Match` of a write against what is there now. Writes of one path wait for each other, so that of clients
 * that saw the same thing one wins; other processes do not wait. @see RFC 9110, section 13.1
 */
async function conditionalWrite(
  parts: ContractParts,
  contract: ContractRequest,
  plan: OperationPlan,
  call: ContractCall,
  reply: FastifyReply,
  answer: AnswerHandler,
): Promise<Answer> {
  const all = readPreconditions(call.target.headers);
  const { ofPath, ofHandler } = split(all, plan.precondition);
  const guarded: ContractCall = ofHandler ? { ...call, precondition: preconditionOf(ofHandler) } : call;
  if (!ofPath) return answer(guarded, reply);
  const waiting = waitingFor(parts);
  const { path } = call.target;
  const before = waiting.get(path);
  const mine = (async () => {
    await before?.catch(() => undefined);
    const { state, absence, mayRead } = await pathState(parts, contract, call, reply);
    const failed = failedPrecondition(ofPath, state);
    if (failed) {
      // Without the condition the answer would be 404, which comes first (RFC 9110, section 13.2.1), unless the write creates.
      const creates = call.operation.responses.some(({ status }) => status === "201");
      const missing = creates ? undefined : absence;
      throw new ProblemError(missing ?? preconditionProblem(failed, state, await mayRead()));
    }
    return answer(guarded, reply);
  })();
  waiting.set(path, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(path) === mine) waiting.delete(path);
  }
}

function waitingFor(parts: ContractParts): Map<string, Promise<unknown>> {
  return getOrMake(writes, parts, () => new Map());
}

/** Which conditions the path's `GET` decides, and which the handler. */
function split(
  all: Preconditions,
  check: OperationPlan["precondition"],
): { readonly ofPath: Preconditions | undefined; readonly ofHandler: Preconditions | undefined } {
  switch (check) {
    case "handler":
      return { ofPath: undefined, ofHandler: all };
    case "create":
      // The list must not have changed; the new record must not be there yet.
      return { ofPath: present({ ...all, ifNoneMatch: undefined }), ofHandler: { ...all, ifMatch: undefined } };
    case "path":
      return { ofPath: present(all), ofHandler: undefined };
  }
}

function present(conditions: Preconditions): Preconditions | undefined {
  return conditions.ifMatch === undefined && conditions.ifNoneMatch === undefined ? undefined : conditions;
}

/** A record has changed in one media type when it has in all of them. */
function preconditionOf({ ifMatch, ifNoneMatch }: Preconditions): NonNullable<ContractCall["precondition"]> {
  const common = { ifMatch: ifMatch && commonTags(ifMatch), ifNoneMatch: ifNoneMatch && commonTags(ifNoneMatch) };
  return (tag) => {
    const state = tag === undefined ? "absent" : { tag };
    const failed = failedPrecondition(common, state);
    if (failed) throw new ProblemError(preconditionProblem(failed, state));
  };
}

function commonTags(tags: EntityTags): EntityTags {
  return tags === "*" ? tags : tags.map(commonTag);
}

/** The state of a path, and whether the caller may know it. */
interface PathState {
  readonly state: CurrentState;
  /** The problem that the path's `GET` has where nothing is there. */
  readonly absence?: Problem;
  /** True for a caller whom the guard of the path's `GET` lets pass: a caller who may write need not be one who may read. */
  mayRead(): Promise<boolean>;
}

const UNKNOWN: PathState = { state: "unknown", mayRead: async () => false };

/** The state of a path, as its `GET` shows it. */
async function pathState(
  parts: ContractParts,
  { match }: ContractRequest,
  call: ContractCall,
  reply: FastifyReply,
): Promise<PathState> {
  const { prefix, table, planOf, options } = parts;
  const { "if-match": _match, "if-none-match": _none, accept: _accept, ...headers } = call.target.headers;
  const target = { ...call.target, method: "GET", headers };
  const operation = table.match(target.path.slice(prefix.length), "get")?.methods.get("get");
  const plan = operation && planOf(operation);
  if (!operation || !plan?.answer) return UNKNOWN;
  const read = await plan.reader.readBody(plan.reader.readHead(target, match?.values ?? []), undefined);
  if (!read.ok) return UNKNOWN;
  const { request, base } = call;
  const reading: ContractCall = { ...read.values, operation, request, target, base, answerAs: plan.response.preferred };
  const mayRead = async (): Promise<boolean> => {
    try {
      await plan.guard?.(reading, reply);
      return true;
    } catch {
      return false;
    }
  };
  try {
    const answer = await plan.answer(reading, reply);
    const tagged = plan.tag === "documented" ? withTag(parts, plan, answer) : answer;
    if (isGone(tagged.status)) return { state: "absent", mayRead };
    const tag = tagged.status === 200 ? answerTag(tagged) : undefined;
    return tag === undefined ? UNKNOWN : { state: { tag }, mayRead };
  } catch (error) {
    const problem = error instanceof ProblemError ? error.problem : options.problemOf?.(error, request);
    if (problem && isGone(problem.status)) return { state: "absent", absence: problem, mayRead };
    throw error;
  }
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function finish(
  { problems }: ContractParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RefusedAnswer,
): void {
  try {
    const accept = answer.refused && headerText(request.headers, "accept");
    if (!answer.refused || accept === undefined) {
      writeAnswer(reply, answer);
      return;
    }
    // In the media type that the client prefers; headers that were added stay.
    const { operation, problem } = answer.refused;
    const chosen = problems(operation, problem, accept);
    const write = (settled: Answer): void =>
      writeAnswer(reply, { ...settled, headers: { ...answer.headers, ...settled.headers } });
    if (chosen instanceof Promise) chosen.then(write, (error: Error) => reply.send(error));
    else write(chosen);
  } catch (error) {
    reply.send(error);
  }
}

function notImplemented({ operation }: ContractRequest) {
  const message = `Nobody answers the operation ${operation?.id}`;
  return { status: 501, code: "not-implemented", message: "Not implemented", details: [{ message }] };
}
