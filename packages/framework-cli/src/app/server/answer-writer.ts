import { essence, isJsonType } from "@onespec/http-requests";
import type { App } from "../app.js";
import { errorPlace } from "../import-app-file.js";
import { jsonText } from "../json-text.js";
import type { Problem } from "../problem.js";
import { problemOfError } from "../problem-of-error.js";
import { Reply } from "../reply.js";
import type { AnswerHeaders, OwnHeaders } from "./answer-headers.js";
import { entityTag, namesTagWeakly } from "./entity-tag.js";
import type { Exchange } from "./exchange.js";
import { type RequestLog, requestLine } from "./request-log.js";
import { JSON_TYPE, type ResponsePlan } from "./response-plan.js";
import { isRaw, type RawBody, sendStream } from "./send-stream.js";

/** Puts what a handler gave back, or threw, on the wire. */
export interface AnswerWriter {
  answer(exchange: Exchange, plan: ResponsePlan, given: unknown): void;
  fail(exchange: Exchange, plan: ResponsePlan | undefined, error: unknown): void;
  problem(exchange: Exchange, plan: ResponsePlan | undefined, problem: Problem): void;
  /** @param own headers; its `content-type` is the one of the body */
  send(exchange: Exchange, status: number, own: OwnHeaders | undefined, body: string | Uint8Array | undefined): void;
}

export function createAnswerWriter(app: App, requestLog: RequestLog, headersOf: AnswerHeaders): AnswerWriter {
  const { validateResponses } = app.config.app;
  const tellsInternals = app.config.environment !== "production";

  function answer(exchange: Exchange, plan: ResponsePlan, given: unknown): void {
    const isReply = given instanceof Reply;
    const body = isReply ? given.body : given;
    const status = isReply ? given.status : body === undefined && plan.successHasBody ? 204 : plan.successStatus;
    const own = isReply ? given.headers : undefined;
    if (body === undefined || status === 204 || status === 304) {
      const wanted = isReply || !plan.successHasBody ? undefined : plan.contentType(plan.successStatus);
      const missing = `has no body, but ${plan.successStatus} documents one`;
      if (wanted !== undefined && breaks(exchange, plan, [{ path: "", message: missing }])) return;
      send(exchange, status, own, undefined);
      return;
    }
    const chosen = own && contentTypeOf(own);
    const known = chosen === undefined && typeof body !== "string" && !isRaw(body) ? plan.jsonType(status) : undefined;
    if (known !== undefined) {
      answerJson(exchange, plan, status, known, own, body);
      return;
    }
    const type = chosen ?? plan.contentType(status) ?? defaultType(body);
    const isJson = isJsonType(essence(type));
    const rawType = type.includes("*") ? defaultType(body) : type;
    if (isRaw(body)) answerRaw(exchange, plan, status, rawType, own, body);
    else if (typeof body === "string" && !isJson) sendText(exchange, status, own, rawType, body);
    else answerJson(exchange, plan, status, isJson ? type : JSON_TYPE, own, body);
  }

  function answerRaw(
    exchange: Exchange,
    plan: ResponsePlan,
    status: number,
    type: string,
    own: OwnHeaders | undefined,
    body: RawBody,
  ): void {
    if (body instanceof Uint8Array) {
      exchange.send(status, headersOf(exchange, own, type, body.byteLength), body);
      return;
    }
    sendStream(exchange, status, headersOf(exchange, own, type, undefined), body, (error) =>
      fail(exchange, plan, error),
    ).catch((error) => logFailure(exchange, error));
  }

  function answerJson(
    exchange: Exchange,
    plan: ResponsePlan,
    status: number,
    type: string,
    own: OwnHeaders | undefined,
    body: unknown,
  ): void {
    const text = jsonText(plan.shown(status, body));
    const isBroken = validateResponses !== "off" && breaks(exchange, plan, jsonViolations(plan, status, text));
    if (isBroken) return;
    if (plan.isTagged(status)) answerTagged(exchange, status, type, own, text);
    else sendText(exchange, status, own, type, text);
  }

  /** With the documented entity tag; 304 when the client has it already. @see RFC 9110, section 13.1.2 */
  function answerTagged(
    exchange: Exchange,
    status: number,
    type: string,
    own: OwnHeaders | undefined,
    text: string,
  ): void {
    const given = Object.entries(own ?? {}).find(([name]) => name.toLowerCase() === "etag")?.[1];
    const etag = String(given ?? entityTag(text));
    const known = exchange.headers["if-none-match"];
    const isRead = exchange.method === "GET" || exchange.method === "HEAD";
    if (isRead && status === 200 && known !== undefined && namesTagWeakly(known, etag)) {
      send(exchange, 304, { ...own, etag }, undefined);
    } else sendText(exchange, status, { ...own, etag }, type, text);
  }

  function sendText(exchange: Exchange, status: number, own: OwnHeaders | undefined, type: string, text: string): void {
    exchange.send(status, headersOf(exchange, own, type, Buffer.byteLength(text)), text);
  }

  function send(
    exchange: Exchange,
    status: number,
    own: OwnHeaders | undefined,
    body: string | Uint8Array | undefined,
  ): void {
    // RFC 9110, section 8.6: an answer to HEAD, or 304, tells the length of what is not sent, if at all; 204 has none.
    const hasNoLength = status === 204 || status === 304 || exchange.method === "HEAD";
    const length = body === undefined ? (hasNoLength ? undefined : 0) : Buffer.byteLength(body);
    const type = status === 204 || own === undefined ? undefined : contentTypeOf(own);
    exchange.send(status, headersOf(exchange, own, type, length), body);
  }

  /** Tells what breaks the contract. True when something else was sent instead of the answer (mode `error`). */
  function breaks(exchange: Exchange, plan: ResponsePlan, violations: readonly Violation[]): boolean {
    if (violations.length === 0 || validateResponses === "off") return false;
    const details = violations.map(({ path, message }) => ({ in: "response", path, message }));
    const { id } = exchange;
    const told = `${requestLine(exchange)}: the answer breaks its contract`;
    if (validateResponses === "warn") {
      requestLog(id).warn({ details }, told);
      return false;
    }
    requestLog(id).error({ details }, told);
    problem(exchange, plan, {
      status: 500,
      code: "response-invalid",
      message: "The answer breaks its contract",
      details,
    });
    return true;
  }

  function problem(exchange: Exchange, plan: ResponsePlan | undefined, given: Problem): void {
    try {
      sendProblem(exchange, plan, given);
    } catch (error) {
      logFailure(exchange, error);
      sendBareProblem(exchange, given);
    }
  }

  function sendProblem(exchange: Exchange, plan: ResponsePlan | undefined, given: Problem): void {
    const { status, message, details, headers } = given;
    const body = plan === undefined ? { error: message, details } : plan.problemBody(given);
    const type = plan?.contentType(status);
    if (typeof body === "string") sendText(exchange, status, headers, type ?? "text/plain; charset=utf-8", body);
    else {
      const jsonType = type !== undefined && isJsonType(essence(type)) ? type : JSON_TYPE;
      sendText(exchange, status, headers, jsonType, jsonText(body));
    }
  }

  /** Where a problem cannot be sent as it is documented, or as an action made it: with nothing of either. */
  function sendBareProblem(exchange: Exchange, { status, message }: Problem): void {
    const isError = Number.isInteger(status) && status >= 400 && status <= 599;
    const text = JSON.stringify({ error: isError ? message : "Internal server error", details: [] });
    try {
      sendText(exchange, isError ? status : 500, undefined, JSON_TYPE, text);
    } catch (error) {
      // An answer is on its way already: nothing can be said any more, and nobody else is to suffer from it.
      logFailure(exchange, error);
    }
  }

  function fail(exchange: Exchange, plan: ResponsePlan | undefined, error: unknown): void {
    const known = problemOfError(error);
    const place = known === undefined || known.status >= 500 ? logFailure(exchange, error) : undefined;
    if (known !== undefined) {
      problem(exchange, plan, known);
      return;
    }
    const where = tellsInternals && place !== undefined ? ` It happened at ${place}.` : "";
    const message = `The log has the cause, under this request id.${where}`;
    problem(exchange, plan, {
      status: 500,
      code: "internal",
      message: "Internal server error",
      details: [{ message, requestId: exchange.id }],
    });
  }

  /** @returns where in the application it happened, if there */
  function logFailure(exchange: Exchange, error: unknown): string | undefined {
    const place = errorPlace(app.folder, error);
    requestLog(exchange.id).error(
      { err: error, ...(place === undefined ? {} : { place }) },
      `${requestLine(exchange)} failed${place === undefined ? "" : ` at ${place}`}`,
    );
    return place;
  }

  return { answer, fail, problem, send };
}

type Violation = { readonly path: string; readonly message: string };

function jsonViolations(plan: ResponsePlan, status: number, text: string): readonly Violation[] {
  if (!plan.isDocumented(status)) return [{ path: "", message: `has the status ${status}, which is not documented` }];
  return plan.violations(status, JSON.parse(text));
}

function contentTypeOf(own: OwnHeaders): string | undefined {
  for (const name in own) if (name.toLowerCase() === "content-type") return String(own[name]);
  return undefined;
}

function defaultType(body: unknown): string {
  if (typeof body === "string") return "text/plain; charset=utf-8";
  return isRaw(body) ? "application/octet-stream" : JSON_TYPE;
}
