import type { FastifyReply } from "fastify";
import type { App } from "../app.js";
import { errorPlace } from "../import-app-file.js";
import { jsonText } from "../json-text.js";
import type { Problem } from "../problem.js";
import { problemOfError } from "../problem-of-error.js";
import { Reply } from "../reply.js";
import { isJsonType, mediaTypeName } from "../request/media-type.js";
import type { RequestLog } from "./request-log.js";
import { JSON_TYPE, type ResponsePlan } from "./response-plan.js";

/** Puts what a handler gave back, or threw, on the wire. */
export interface AnswerWriter {
  answer(reply: FastifyReply, plan: ResponsePlan, given: unknown): void;
  fail(reply: FastifyReply, plan: ResponsePlan | undefined, error: unknown): void;
  problem(reply: FastifyReply, plan: ResponsePlan | undefined, problem: Problem): void;
}

export function createAnswerWriter(app: App, requestLog: RequestLog): AnswerWriter {
  const { validateResponses } = app.config.app;
  const tellsInternals = app.config.environment !== "production";

  function answer(reply: FastifyReply, plan: ResponsePlan, given: unknown): void {
    const isReply = given instanceof Reply;
    const body = isReply ? given.body : given;
    const status = isReply ? given.status : body === undefined && plan.successHasBody ? 204 : plan.successStatus;
    if (isReply) reply.headers(given.headers);
    reply.code(status);
    if (body === undefined || status === 204 || status === 304) {
      const wanted = isReply || !plan.successHasBody ? undefined : plan.contentType(plan.successStatus);
      const missing = `has no body, but ${plan.successStatus} documents one`;
      if (wanted === undefined || !breaks(reply, plan, [{ path: "", message: missing }])) reply.send();
      return;
    }
    const chosen = isReply ? reply.getHeader("content-type") : undefined;
    const known = chosen === undefined && typeof body !== "string" && !isRaw(body) ? plan.jsonType(status) : undefined;
    if (known !== undefined) {
      answerJson(reply, plan, status, known, body);
      return;
    }
    const type = String(chosen ?? plan.contentType(status) ?? defaultType(body));
    const isJson = isJsonType(mediaTypeName(type));
    if (isRaw(body) || (typeof body === "string" && !isJson)) {
      reply.header("content-type", type.includes("*") ? defaultType(body) : type).send(body);
      return;
    }
    answerJson(reply, plan, status, isJson ? type : JSON_TYPE, body);
  }

  function answerJson(reply: FastifyReply, plan: ResponsePlan, status: number, type: string, body: unknown): void {
    const text = jsonText(plan.shown(status, body));
    const isBroken = validateResponses !== "off" && breaks(reply, plan, jsonViolations(plan, status, text));
    if (!isBroken) sendJson(reply, type, text);
  }

  /** Tells what breaks the contract. True when something else was sent instead of the answer (mode `error`). */
  function breaks(reply: FastifyReply, plan: ResponsePlan, violations: readonly Violation[]): boolean {
    if (violations.length === 0 || validateResponses === "off") return false;
    const details = violations.map(({ path, message }) => ({ in: "response", path, message }));
    const { method, url } = reply.request;
    const told = `${method} ${url}: the answer breaks its contract`;
    if (validateResponses === "warn") {
      requestLog(reply.request.id).warn({ details }, told);
      return false;
    }
    requestLog(reply.request.id).error({ details }, told);
    problem(reply, plan, { status: 500, code: "response-invalid", message: "The answer breaks its contract", details });
    return true;
  }

  function problem(reply: FastifyReply, plan: ResponsePlan | undefined, given: Problem): void {
    const { message, details } = given;
    const body = plan === undefined ? { error: message, details } : plan.problemBody(given);
    const type = plan?.contentType(given.status);
    reply.code(given.status).headers(given.headers ?? {});
    if (typeof body === "string") reply.header("content-type", type ?? "text/plain; charset=utf-8").send(body);
    else sendJson(reply, type !== undefined && isJsonType(mediaTypeName(type)) ? type : JSON_TYPE, jsonText(body));
  }

  function fail(reply: FastifyReply, plan: ResponsePlan | undefined, error: unknown): void {
    const known = problemOfError(error);
    if (known !== undefined && known.status < 500) {
      problem(reply, plan, known);
      return;
    }
    const { id, method, url } = reply.request;
    const place = errorPlace(app.folder, error);
    requestLog(id).error(
      { err: error, ...(place === undefined ? {} : { place }) },
      `${method} ${url} failed${place === undefined ? "" : ` at ${place}`}`,
    );
    if (known !== undefined) {
      problem(reply, plan, known);
      return;
    }
    const where = tellsInternals && place !== undefined ? ` It happened at ${place}.` : "";
    const message = `The log has the cause, under this request id.${where}`;
    problem(reply, plan, {
      status: 500,
      code: "internal",
      message: "Internal server error",
      details: [{ message, requestId: id }],
    });
  }

  return { answer, fail, problem };
}

type Violation = { readonly path: string; readonly message: string };

function jsonViolations(plan: ResponsePlan, status: number, text: string): readonly Violation[] {
  if (!plan.isDocumented(status)) return [{ path: "", message: `has the status ${status}, which is not documented` }];
  return plan.violations(status, JSON.parse(text));
}

/** As text: Fastify's own serialisation would look for a schema first. */
function sendJson(reply: FastifyReply, type: string, text: string): void {
  reply.header("content-type", type).send(text);
}

function isRaw(body: unknown): body is Buffer {
  if (typeof body !== "object" || body === null) return false;
  return (
    body instanceof Uint8Array || body instanceof ReadableStream || ("pipe" in body && typeof body.pipe === "function")
  );
}

function defaultType(body: unknown): string {
  if (typeof body === "string") return "text/plain; charset=utf-8";
  return isRaw(body) ? "application/octet-stream" : JSON_TYPE;
}
