import { finished } from "node:stream";
import { getOrMake, type Operation, type SchemaRegistry } from "@onespec/spec-core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { conditionalWrite } from "./conditional-write.js";
import { sendError } from "./contract-errors.js";
import type { ContractParts, HttpContractOptions, OperationPlan } from "./contract-options.js";
import type { ContractRequest } from "./contract-request.js";
import { refuseUnmatched } from "./contract-routes.js";
import type { ContractCall } from "./model/contract-call.js";
import type { AnswerHandler } from "./model/handler.js";
import { type Answer, type Awaitable, after, headerText, type RequestHeaders } from "./model/message.js";
import { type ProblemDetail, ProblemError } from "./model/problem.js";
import type { PlacedFile } from "./model/sent-file.js";
import { notAcceptable } from "./problems/not-acceptable.js";
import type { RefusedAnswer } from "./problems/problem-answer.js";
import { createRequestReader, type ReadRequest } from "./request/request-reader.js";
import { entityTag, withTag } from "./response/entity-tag.js";
import type { Fitting } from "./response/fitting.js";
import { conditionalRead } from "./response/preconditions.js";
import { createResponsePlan, type ResponsePlan, writeAnswer } from "./response/response-plan.js";
import { selectSuccess } from "./response/select-response.js";
import { valueAnswers } from "./response/value-answers.js";

/** Returns how an operation is read and answered. Each plan is made at first use. */
export function createPlans(options: HttpContractOptions, fitting: Fitting): (operation: Operation) => OperationPlan {
  const { description, defaults = true, answersJson = () => true, validateResponses = "off" } = options;
  const { schemas } = description;
  const plans = new Map<Operation, OperationPlan>();
  return (operation) =>
    getOrMake(plans, operation, () => {
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
}

/** If the description documents the header with another meaning, no tag is set. */
function tagUse(schemas: SchemaRegistry, { status, response }: ResponsePlan): OperationPlan["tag"] {
  const header = status < 300 && response?.headers.find(({ name }) => name.toLowerCase() === "etag");
  if (!header) return "undocumented";
  return schemas.validator(header.schema, "response").isValid(entityTag("")) ? "documented" : "forbidden";
}

/** The handler of all routes. It runs once the body is read. */
export function createHandler(parts: ContractParts): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    if (request.contract.operation) respond(parts, request, reply);
    else refuseUnmatched(parts, request, reply);
  };
}

function respond(parts: ContractParts, request: FastifyRequest, reply: FastifyReply): void {
  try {
    const answer = answerOf(parts, request.contract, request, reply);
    if (answer instanceof Promise) {
      answer.then(
        (settled) => finish(parts, request, reply, settled),
        (error: unknown) => sendError(reply, error),
      );
    } else finish(parts, request, reply, answer);
  } catch (error) {
    sendError(reply, error);
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

/** @throws ProblemError for requests that are rejected */
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
  const { values } = read;
  const call: ContractCall = {
    operation: operation as NonNullable<typeof operation>,
    request,
    target,
    base: match?.base ?? "",
    answerAs,
    precondition: undefined,
    path: values.path,
    pathTexts: values.pathTexts,
    query: violations ? validQuery(values.query, violations) : values.query,
    headers: values.headers,
    cookies: values.cookies,
    body: values.body,
    bodyType: values.bodyType,
    files: values.files,
    violations,
  };
  if (violations && validate === "warn") onViolations?.(call, reply, violations);
  return call;
}

/** If violations are ignored, an invalid query parameter counts as absent. */
function validQuery(query: ContractCall["query"], violations: readonly ProblemDetail[]): ContractCall["query"] {
  const wrong = violations.flatMap(({ in: part, path }) => (part === "query" ? [String(path)] : []));
  const isWrong = (name: string): boolean => {
    const place = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return wrong.some((path) => path === place || path.startsWith(`${place}/`));
  };
  return wrong.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !isWrong(name)));
}

/** Runs a handler, and adds entity tags and conditions of HTTP. */
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
  const tagged =
    plan.tag === "documented" ? after(given, (settled) => withTag(plan.response, settled, parts.options.tagOf)) : given;
  if (!isRead || plan.tag === "forbidden" || !isConditional(headers)) return tagged;
  return after(tagged, (settled) => conditionalRead(settled, headers));
}

/** True when the request depends on the state of its target. @see RFC 9110, section 13 */
function isConditional(headers: RequestHeaders): boolean {
  return (
    headers["if-none-match"] !== undefined ||
    headers["if-match"] !== undefined ||
    headers["if-modified-since"] !== undefined
  );
}

function finish(
  { problems }: ContractParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RefusedAnswer,
): void {
  // By the handler itself.
  if (reply.sent) return;
  try {
    const accept = answer.refused && headerText(request.headers, "accept");
    if (!answer.refused || accept === undefined) {
      writeAnswer(reply, answer);
      return;
    }
    // Answers in the media type that the client prefers. Headers that were already added stay.
    const { operation, problem } = answer.refused;
    const chosen = problems(operation, problem, accept);
    const write = (settled: Answer): void =>
      writeAnswer(reply, { ...settled, headers: { ...answer.headers, ...settled.headers } });
    if (chosen instanceof Promise) chosen.then(write, (error: unknown) => sendError(reply, error));
    else write(chosen);
  } catch (error) {
    sendError(reply, error);
  }
}

function notImplemented({ operation }: ContractRequest) {
  const message = `Nobody answers the operation ${operation?.id}`;
  return { status: 501, code: "not-implemented", message: "Not implemented", details: [{ message }] };
}
