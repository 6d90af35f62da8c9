import type { FastifyReply } from "fastify";
import type { ContractCall } from "./contract-call.js";
import type { Answer, Awaitable } from "./message.js";

/**
 * Answers a valid request of an operation. A returned value is the body of the documented success. A `Reply` also sets
 * status and headers. `undefined` answers without a body. To reject the request, throw a `ProblemError`.
 */
export type Handler = (call: ContractCall, reply: FastifyReply) => unknown;

/** Answers a valid request with a complete answer. It is sent without encoding or checks. */
export type AnswerHandler = (call: ContractCall, reply: FastifyReply) => Awaitable<Answer>;

/** Decides whether a request may pass, before its body is read. Throws to reject. */
export type Guard = (call: GuardedCall, reply: FastifyReply) => Awaitable<void>;

/** A request without its body. */
export type GuardedCall = Omit<ContractCall, "body" | "bodyType" | "files" | "answerAs" | "precondition">;

/** A status, headers and body of a handler's choice. */
export class Reply {
  readonly status: number;
  /** A list is sent as several headers. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;

  constructor(status: number, body?: unknown, headers: Reply["headers"] = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** How the preconditions of a write (`If-Match`, `If-None-Match`) are checked. */
export type PreconditionCheck =
  /** The handler calls `call.precondition` in the step that changes the state. */
  | "handler"
  /** The condition is about the answer of `GET` at the same path. */
  | "path"
  /** `GET` on the path for `If-Match`, the handler for `If-None-Match`: a `POST` to a collection. */
  | "create";
