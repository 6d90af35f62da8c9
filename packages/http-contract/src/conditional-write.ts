import { getOrMake } from "@onespec/spec-core";
import type { FastifyReply } from "fastify";
import type { ContractParts, OperationPlan } from "./contract-options.js";
import type { ContractRequest } from "./contract-request.js";
import type { ContractCall } from "./model/contract-call.js";
import type { AnswerHandler } from "./model/handler.js";
import type { Answer } from "./model/message.js";
import { type Problem, ProblemError } from "./model/problem.js";
import { commonTag, withTag } from "./response/entity-tag.js";
import {
  answerTag,
  type CurrentState,
  type EntityTags,
  failedPrecondition,
  type Preconditions,
  preconditionProblem,
  readPreconditions,
} from "./response/preconditions.js";

const writes = new WeakMap<ContractParts, Map<string, Promise<unknown>>>();

/**
 * Checks `If-Match` and `If-None-Match` of a write against the current state. Writes of one path wait for each other,
 * so only one of several clients with the same tag succeeds. `together` does the same for writes of other processes.
 * @see RFC 9110, section 13.1
 */
export async function conditionalWrite(
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
  const { together = (work) => work() } = parts.options;
  const write = async (): Promise<Answer> => {
    const { state, absence, mayRead } = await pathState(parts, contract, call, reply);
    const failed = failedPrecondition(ofPath, state);
    if (failed) {
      // Without the condition the answer would be 404, which takes precedence (RFC 9110, section 13.2.1). A write that
      // creates has no 404.
      const creates = call.operation.responses.some(({ status }) => status === "201");
      const missing = creates ? undefined : absence;
      throw new ProblemError(missing ?? preconditionProblem(failed, state, await mayRead()));
    }
    return answer(guarded, reply);
  };
  const mine = (before?.catch(() => undefined) ?? Promise.resolve()).then(() => together(write));
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

/** Divides the conditions between the path's `GET` and the handler. */
function split(
  all: Preconditions,
  check: OperationPlan["precondition"],
): { readonly ofPath: Preconditions | undefined; readonly ofHandler: Preconditions | undefined } {
  switch (check) {
    case "handler":
      return { ofPath: undefined, ofHandler: all };
    case "create":
      // `If-Match` is about the list, `If-None-Match` about the new record.
      return { ofPath: present({ ...all, ifNoneMatch: undefined }), ofHandler: { ...all, ifMatch: undefined } };
    case "path":
      return { ofPath: present(all), ofHandler: undefined };
  }
}

function present(conditions: Preconditions): Preconditions | undefined {
  return conditions.ifMatch === undefined && conditions.ifNoneMatch === undefined ? undefined : conditions;
}

/** The tags of a record in different media types have a common part. It changes if the record changes. */
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
  /** The problem that the path's `GET` would report, if nothing is there. */
  readonly absence?: Problem;
  /** True if the guard of the path's `GET` accepts the caller. A caller who may write need not be allowed to read. */
  mayRead(): Promise<boolean>;
}

const UNKNOWN: PathState = { state: "unknown", mayRead: async () => false };

/** The state of a path, as its `GET` shows it. */
async function pathState(
  parts: ContractParts,
  { match, path }: ContractRequest,
  call: ContractCall,
  reply: FastifyReply,
): Promise<PathState> {
  const { table, planOf, options } = parts;
  const { "if-match": _match, "if-none-match": _none, accept: _accept, ...headers } = call.target.headers;
  const target = { ...call.target, method: "GET", headers };
  const operation = table.match(path, "get")?.methods.get("get");
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
    const tagged = plan.tag === "documented" ? withTag(plan.response, answer, options.tagOf) : answer;
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
