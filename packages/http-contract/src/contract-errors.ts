import { inspect } from "node:util";
import { isNativeError } from "node:util/types";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ContractParts, DEFAULT_BODY_LIMIT } from "./contract-options.js";
import { contractOf } from "./contract-request.js";
import { headerText } from "./model/message.js";
import { type Problem, ProblemError } from "./model/problem.js";
import { problemOfError } from "./problems/problem-of-error.js";
import { decodingProblem } from "./request/content-codings.js";
import { bodyTooLarge } from "./request/read-body.js";
import { writeAnswer } from "./response/response-plan.js";

/** Answers with a problem, in the error schema that the operation documents. */
export function refuseRequest(
  parts: ContractParts,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): void {
  const { operation } = contractOf(request, parts);
  const answer = parts.problems(operation, problem, headerText(request.headers, "accept"));
  if (answer instanceof Promise)
    answer.then((settled) => writeAnswer(reply, settled)).catch((error) => sendError(reply, error));
  else writeAnswer(reply, answer);
}

/** How long a client may continue to send a rejected body, in milliseconds. */
const LINGER_MS = 2_000;

/** Fails with any thrown value: Fastify sends values that are no errors as answers. */
export function sendError(reply: FastifyReply, thrown: unknown): void {
  reply.send(errorOf(thrown));
}

/** The thrown value if it is an error. Otherwise an error with its properties. */
export function errorOf(thrown: unknown): Error {
  if (thrown instanceof Error || isNativeError(thrown)) return thrown;
  const error = new Error(`Thrown instead of an error: ${inspect(thrown)}`);
  return Object.assign(error, typeof thrown === "object" ? thrown : undefined);
}

/** Answers an error of a hook, of a handler or of Fastify. */
export function answerError(
  parts: ContractParts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
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
      : (tooLarge ??
        decodingProblem(error) ??
        guarded(request, "problemOf", () => options.problemOf?.(error, request)) ??
        problemOfError(error));
  // The failed answer may already have set these headers.
  for (const name of OF_ANSWERS) reply.removeHeader(name);
  if (problem) {
    // Fastify closes the connection after an error in a body. That is necessary only while bytes are still arriving.
    if (request.raw.complete) reply.removeHeader("connection");
    else if (problem.status === 413) reply.header("connection", "close");
    afterBody(request, problem, () => refuseRequest(parts, request, reply, problem));
    return;
  }
  guarded(request, "onError", () => options.onError?.(error, request));
  const message = `${request.method} ${contractOf(request, parts).target.path} failed; the log has the cause`;
  const details = [{ message, requestId: request.id }];
  refuseRequest(parts, request, reply, { status: 500, code: "internal", message: "Internal server error", details });
}

/** Calls a function of the host. If it throws, only the log says so, because the client needs the answer to the first error. */
function guarded<T>(request: FastifyRequest, name: string, ask: () => T): T | undefined {
  try {
    return ask();
  } catch (thrown) {
    request.log.error(errorOf(thrown), `${name} threw while it handled an error`);
    return undefined;
  }
}

/** Headers that say something of a body or of a success. */
const OF_ANSWERS = ["content-encoding", "content-range", "etag", "last-modified", "location"];

/**
 * Delays the answer 413 until the client has sent its body, or for two seconds. If a connection is closed with unread
 * bytes, the client may lose the answer.
 * @see RFC 9112, section 9.6
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
  // A decoder without a reader would block the rest of the body.
  raw.on("end", finish).on("close", finish).unpipe().resume();
}
