import { Refusal } from "../errors/refusal.js";
import type { Answer } from "../response/answer.js";
import type { MockContext } from "../server/mock-context.js";
import { headerText, type MockRequest, type RequestHeaders } from "../server/mock-request.js";
import type { OperationPlan } from "../server/operation-plan.js";
import type { RouteMatch } from "../server/routes.js";
import type { RunOperation } from "../server/special-request.js";
import type { StoredRecord } from "../store/record-store.js";
import { commonTag, entityTag } from "./entity-tag.js";
import {
  type CurrentState,
  type EntityTags,
  failedPrecondition,
  type Preconditions,
  preconditionProblem,
  readPreconditions,
} from "./preconditions.js";

/**
 * Runs operations only if what they are for is as the client believes. Writes of records check it in the same step that changes the
 * record, so that nothing comes between; others look first at what `GET` on the same path answers.
 */
export function createConditionalRun(context: MockContext, run: RunOperation, runRead: RunRead): RunOperation {
  return async (plan, match, request) => {
    const { operation } = plan;
    const preconditions = readPreconditions(request.headers);
    if (request.method === "GET" || request.method === "HEAD") {
      const answer = await run(plan, match, request);
      const failed = answer.status === 200 ? checkedRead(answer, preconditions, request.headers) : answer;
      return "state" in failed ? context.refuse(operation, preconditionProblem("if-match", failed.state)) : failed;
    }
    const isOfRecord = RECORD_WRITES.has(operation.role.kind);
    // Of a `POST` to a collection the new record is what must not be there yet, the list what must not have changed.
    const ofPath = isOfRecord
      ? NONE
      : operation.role.kind === "create"
        ? { ...preconditions, ifNoneMatch: undefined }
        : preconditions;
    if (ofPath.ifMatch ?? ofPath.ifNoneMatch) {
      const state = await pathState(runRead, match, request);
      const failed = failedPrecondition(ofPath, state);
      if (failed) return context.refuse(operation, preconditionProblem(failed, state));
    }
    const ofRecord = isOfRecord ? preconditions : { ...preconditions, ifMatch: undefined };
    try {
      return await run(plan, match, request, recordPrecondition(context, ofRecord));
    } catch (error) {
      if (error instanceof Refusal) return context.refuse(operation, error.problem);
      throw error;
    }
  };
}

/** Answers `GET` on the path of a request; `undefined` when it has none. */
export type RunRead = (match: RouteMatch, request: MockRequest) => Promise<Answer> | undefined;

const NONE: Preconditions = { ifMatch: undefined, ifNoneMatch: undefined };

/** Roles whose behaviours ask `Call.precondition` about the record they change. */
const RECORD_WRITES = new Set<OperationPlan["operation"]["role"]["kind"]>(["update", "replace", "delete", "action"]);

/** The answer, `304` in its stead, or the state that does not meet `If-Match`. */
function checkedRead(
  answer: Answer,
  { ifMatch, ifNoneMatch }: Preconditions,
  headers: RequestHeaders,
): Answer | { readonly state: CurrentState } {
  const tag = answerTag(answer);
  if (tag === undefined) return answer;
  const state = { tag };
  const tagged: Answer =
    answer.headers.etag === undefined ? { ...answer, headers: { ...answer.headers, etag: tag } } : answer;
  if (failedPrecondition({ ifMatch, ifNoneMatch: undefined }, state)) return { state };
  const isKnown =
    ifNoneMatch === undefined
      ? isUnmodified(answer, headers)
      : failedPrecondition({ ifMatch: undefined, ifNoneMatch }, state) !== undefined;
  if (!isKnown) return tagged;
  const kept = Object.entries(tagged.headers).filter(([name]) => !name.startsWith("content-"));
  return { status: 304, headers: Object.fromEntries(kept), body: undefined };
}

/** @see RFC 9110, section 13.1.3 */
function isUnmodified({ headers }: Answer, request: RequestHeaders): boolean {
  const since = Date.parse(headerText(request, "if-modified-since") ?? "");
  const modified = Date.parse(headers["last-modified"] ?? "");
  return modified <= since;
}

/** What is at the path now, as its `GET` shows it. */
async function pathState(runRead: RunRead, match: RouteMatch, request: MockRequest): Promise<CurrentState> {
  const { "if-match": _match, "if-none-match": _none, accept: _accept, ...headers } = request.headers;
  const answer = await runRead(match, { ...request, method: "GET", headers, body: undefined });
  if (answer?.status === 404 || answer?.status === 410) return "absent";
  const tag = answer?.status === 200 ? answerTag(answer) : undefined;
  return tag === undefined ? "unknown" : { tag };
}

/** `undefined` of a stream, whose bytes are not known yet. */
function answerTag({ headers, body }: Answer): string | undefined {
  return headers.etag ?? (body instanceof ReadableStream ? undefined : entityTag(body ?? ""));
}

function recordPrecondition(
  { tags }: MockContext,
  { ifMatch, ifNoneMatch }: Preconditions,
): (record: StoredRecord | undefined) => void {
  const common = { ifMatch: ifMatch && commonTags(ifMatch), ifNoneMatch: ifNoneMatch && commonTags(ifNoneMatch) };
  return (record) => {
    const state = record === undefined ? "absent" : { tag: tags(record) };
    const failed = failedPrecondition(common, state);
    if (failed) throw new Refusal(preconditionProblem(failed, state));
  };
}

/** A record has changed in one media type when it has in all of them. */
function commonTags(tags: EntityTags): EntityTags {
  return tags === "*" ? tags : tags.map(commonTag);
}
