import { isUint8Array } from "node:util/types";
import { type Answer, headerText, type RequestHeaders } from "../model/message.js";
import { type Problem, ProblemError } from "../model/problem.js";
import { entityTag } from "./entity-tag.js";

/** The condition of a request on the state of its target. */
export interface Preconditions {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/** `*`, or tags with their quotes and their `W/`. */
export type EntityTags = "*" | readonly string[];

/** The current state: its tag, absent, or present without a known tag. */
export type CurrentState = { readonly tag: string } | "absent" | "unknown";

/** @see RFC 9110, sections 13.1.1 and 13.1.2 */
export function readPreconditions(headers: RequestHeaders): Preconditions {
  return { ifMatch: readTags(headers, "if-match"), ifNoneMatch: readTags(headers, "if-none-match") };
}

/** The first precondition that fails. `undefined` if all are met. */
export function failedPrecondition(
  { ifMatch, ifNoneMatch }: Preconditions,
  state: CurrentState,
): "if-match" | "if-none-match" | undefined {
  if (ifMatch !== undefined && !isMatched(ifMatch, state, false)) return "if-match";
  if (ifNoneMatch !== undefined && state !== "unknown" && isMatched(ifNoneMatch, state, true)) return "if-none-match";
  return undefined;
}

/** @param isTold false for callers who may not learn the entity tag */
export function preconditionProblem(header: "if-match" | "if-none-match", state: CurrentState, isTold = true): Problem {
  const current = typeof state === "object" && isTold ? { current: state.tag } : {};
  const now =
    typeof state === "object"
      ? isTold
        ? `its entity tag is ${state.tag}`
        : "it has another entity tag"
      : state === "absent"
        ? "it does not exist"
        : "it has no entity tag";
  const message = `The target of the request does not meet ${header === "if-match" ? "If-Match" : "If-None-Match"}: ${now}`;
  return {
    status: 412,
    code: "precondition-failed",
    message: "Precondition failed",
    details: [{ in: "header", path: `/${header}`, message, ...current, hint: "Read it again and repeat the change." }],
  };
}

/** @param isWeak tags that differ only in `W/` are the same (section 8.8.3.2) */
function isMatched(tags: EntityTags, state: CurrentState, isWeak: boolean): boolean {
  if (state === "absent") return false;
  if (tags === "*") return true;
  if (state === "unknown") return false;
  return tags.some((tag) => (isWeak ? tag.replace(/^W\//, "") : tag) === state.tag);
}

function readTags(headers: RequestHeaders, name: string): EntityTags | undefined {
  const text = headerText(headers, name)?.trim();
  if (text === undefined || text === "") return undefined;
  if (text === "*") return "*";
  // A tag needs quotes, but some clients leave them out.
  return [...text.matchAll(/(W\/)?"([^"]*)"|([^\s,"]+)/g)].map(
    ([, weak = "", quoted, bare]) => `${weak}"${quoted ?? bare}"`,
  );
}

/**
 * Applies the conditions of a `GET` or `HEAD` to its answer. Answers 304 if the client already has this version.
 * @throws ProblemError 412 if `If-Match` fails
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

/** The entity tag of an answer. `undefined` for a stream, since its bytes are not known yet. */
export function answerTag({ headers, body }: Answer): string | undefined {
  if (headers.etag !== undefined) return headers.etag;
  if (body === undefined) return entityTag("");
  return typeof body === "string" || isUint8Array(body) ? entityTag(body) : undefined;
}

/** @see RFC 9110, section 13.1.3 */
function isUnmodified({ headers }: Answer, request: RequestHeaders): boolean {
  const since = Date.parse(headerText(request, "if-modified-since") ?? "");
  const modified = Date.parse(headers["last-modified"] ?? "");
  return modified <= since;
}
