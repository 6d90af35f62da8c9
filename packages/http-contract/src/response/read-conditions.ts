import type { Answer } from "../model/answer.js";
import { ProblemError } from "../model/problem.js";
import { headerText, type RequestHeaders } from "../model/request-target.js";
import { entityTag } from "./entity-tag.js";
import { failedPrecondition, preconditionProblem, readPreconditions } from "./preconditions.js";

/** True when the request depends on the state of its target. @see RFC 9110, section 13 */
export function isConditional(headers: RequestHeaders): boolean {
  return (
    headers["if-none-match"] !== undefined ||
    headers["if-match"] !== undefined ||
    headers["if-modified-since"] !== undefined
  );
}

/**
 * Applies the conditions of a `GET` or `HEAD` to its answer: 304 in its stead where the client has it already.
 * @throws ProblemError 412 where `If-Match` does not hold
 */
export function conditionalRead(answer: Answer, headers: RequestHeaders): Answer {
  if (answer.status !== 200) return answer;
  const tag = answerTag(answer);
  if (tag === undefined) return answer;
  const { ifMatch, ifNoneMatch } = readPreconditions(headers);
  const tagged: Answer =
    answer.headers.etag === undefined ? { ...answer, headers: { ...answer.headers, etag: tag } } : answer;
  if (failedPrecondition({ ifMatch, ifNoneMatch: undefined }, { tag })) {
    throw new ProblemError(preconditionProblem("if-match", { tag }));
  }
  const isKnown =
    ifNoneMatch === undefined
      ? isUnmodified(answer, headers)
      : failedPrecondition({ ifMatch: undefined, ifNoneMatch }, { tag }) !== undefined;
  if (!isKnown) return tagged;
  const kept = Object.entries(tagged.headers).filter(([name]) => !name.startsWith("content-"));
  return { status: 304, headers: Object.fromEntries(kept), body: undefined };
}

/** The entity tag of an answer; `undefined` for a stream, whose bytes are not known yet. */
export function answerTag({ headers, body }: Answer): string | undefined {
  if (headers.etag !== undefined) return headers.etag;
  if (body === undefined) return entityTag("");
  return typeof body === "string" || body instanceof Uint8Array ? entityTag(body) : undefined;
}

/** @see RFC 9110, section 13.1.3 */
function isUnmodified({ headers }: Answer, request: RequestHeaders): boolean {
  const since = Date.parse(headerText(request, "if-modified-since") ?? "");
  const modified = Date.parse(headers["last-modified"] ?? "");
  return modified <= since;
}
