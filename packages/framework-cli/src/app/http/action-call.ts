import type { GuardedCall } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ActionLog, ActionRequest } from "../../action/action.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The action that answers the request, once a policy or the handler runs. */
    actionCall: ActionCall | undefined;
  }
}

/** One call of an action, as its policies and its handler see it. */
export class ActionCall implements ActionRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
  readonly state: Record<string, unknown>;
  readonly operation: Operation;
  /** The request's body. It is read after the policies have accepted the request. */
  body: unknown = undefined;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #declaredHeaders: Readonly<Record<string, unknown>>;
  #abort: AbortController | undefined;

  constructor(call: GuardedCall, reply: FastifyReply, state: Record<string, unknown>) {
    const { request, target, operation, path, query, cookies, headers } = call;
    this.id = request.id;
    this.method = target.method;
    this.url = request.raw.url ?? "/";
    this.params = path;
    // Queries that are equal share one object.
    this.query = { ...query };
    this.cookies = cookies;
    this.state = state;
    this.operation = operation;
    this.#request = request;
    this.#reply = reply;
    this.#declaredHeaders = headers;
  }

  get headers(): Record<string, unknown> {
    return { ...this.#request.headers, ...this.#declaredHeaders };
  }

  get origin(): string {
    const { protocol, host } = this.#request;
    return host ? `${protocol}://${host}` : "";
  }

  get ip(): string | undefined {
    return this.#request.ip;
  }

  get log(): ActionLog {
    return this.#request.log;
  }

  /** Created on demand, because most handlers never use it. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      const { raw } = this.#reply;
      if (raw.destroyed) abort.abort();
      else raw.once("close", () => raw.writableFinished || abort.abort());
    }
    return this.#abort.signal;
  }

  /** The server stops waiting for the handler. */
  giveUp(): void {
    this.#abort?.abort();
  }
}

/**
 * Returns the call of a request's action. There is one call for each request, so that a policy's state reaches the
 * handler. A write that first reads its path makes another call, of the read action, with the same state.
 */
export function actionCallOf(call: GuardedCall, reply: FastifyReply): ActionCall {
  const { request, operation } = call;
  const { actionCall } = request;
  if (actionCall?.operation === operation) return actionCall;
  const made = new ActionCall(call, reply, request.state);
  request.actionCall ??= made;
  return made;
}
