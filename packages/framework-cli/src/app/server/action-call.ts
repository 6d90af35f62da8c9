import type { FastifyRequest } from "fastify";
import type { ActionLog, ActionRequest } from "../action.js";
import type { RequestHead } from "../request/request-plan.js";
import type { RequestLog } from "./request-log.js";

/** One call of an action over HTTP, as its policies and its handler see it. */
export class ActionCall implements ActionRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
  /** Read after the policies have let the request pass. */
  body: unknown;
  readonly state: Record<string, unknown> = {};
  readonly head: RequestHead;
  readonly #request: FastifyRequest;
  readonly #requestLog: RequestLog;
  #log: ActionLog | undefined;
  #abort: AbortController | undefined;

  constructor(request: FastifyRequest, head: RequestHead, requestLog: RequestLog) {
    this.id = request.id;
    this.method = request.method;
    this.url = request.url;
    this.params = head.params;
    this.query = head.query;
    this.headers = head.headers;
    this.cookies = head.cookies;
    this.body = undefined;
    this.#requestLog = requestLog;
    this.head = head;
    this.#request = request;
  }

  get log(): ActionLog {
    this.#log ??= this.#requestLog(this.id);
    return this.#log;
  }

  /** Made when asked for: most handlers never do. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      const { socket } = this.#request.raw;
      if (socket?.destroyed) abort.abort();
      else socket?.once("close", () => abort.abort());
    }
    return this.#abort.signal;
  }

  /** The server stops waiting for the handler. */
  giveUp(): void {
    this.#abort?.abort();
  }
}
