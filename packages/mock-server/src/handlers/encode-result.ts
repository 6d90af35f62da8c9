import type { Answer } from "../response/answer.js";
import { forbidsBody } from "../response/select-response.js";
import type { Call } from "../server/mock-context.js";
import type { OperationPlan } from "../server/operation-plan.js";
import type { HandlerResult } from "./handler.js";

const FIELDS = new Set(["status", "headers", "body"]);
const JSON_TYPE = "application/json; charset=utf-8";

/**
 * The answer that a handler asks for. What it leaves out is as the description has it.
 * @throws Error when it is no answer; the message says what one looks like
 */
export function encodeResult(result: unknown, { response }: OperationPlan, { body: negotiated }: Call): Answer {
  if (!isResult(result)) {
    throw new Error("What the handler returned is no answer; return { status, headers, body }, or nothing.");
  }
  const { status = response.status, body } = result;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Error(`The handler's status ${JSON.stringify(status)} is no whole number from 200 to 599.`);
  }
  const headers = lowerCased(result.headers ?? {});
  // The text may be another one than the headers were made for.
  delete headers["content-length"];
  if (body === undefined || forbidsBody(status)) {
    delete headers["content-type"];
    return { status, headers, body: undefined };
  }
  const type = headers["content-type"] ?? typeFor(body, negotiated?.contentType);
  headers["content-type"] = type;
  if (body instanceof Uint8Array) return { status, headers, body };
  const isText = typeof body === "string" && !/[/+]json(?:;|$)/.test(type);
  return { status, headers, body: isText ? body : JSON.stringify(body) };
}

function typeFor(body: unknown, negotiated: string | undefined): string {
  if (body instanceof Uint8Array) return negotiated ?? "application/octet-stream";
  if (typeof body === "string") return negotiated ?? "text/plain; charset=utf-8";
  return negotiated !== undefined && /[/+]json(?:;|$)/.test(negotiated) ? negotiated : JSON_TYPE;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function isResult(result: unknown): result is HandlerResult {
  return typeof result === "object" && result !== null && Object.keys(result).every((name) => FIELDS.has(name));
}
