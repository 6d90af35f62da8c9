import type { ActionLog, ActionRequest } from "../action.js";
import type { RequestHead } from "../request/request-plan.js";
import type { Exchange } from "./exchange.js";
import type { RequestLog } from "./request-log.js";

/** What all calls have in common. */
export interface CallServer {
  readonly requestLog: RequestLog;
  /** Is there a proxy in front that tells whom it speaks for? Without one clients could claim any address. */
  readonly trustProxy: boolean;
}

/** One call of an action, as its policies and its handler see it. */
export class ActionCall implements ActionRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
  /** Read after the policies have let the request pass. */
  body: unknown;
  readonly state: Record<string, unknown> = {};
  readonly head: RequestHead;
  readonly exchange: Exchange;
  readonly #server: CallServer;
  #log: ActionLog | undefined;
  #abort: AbortController | undefined;

  constructor(exchange: Exchange, head: RequestHead, server: CallServer) {
    this.id = exchange.id;
    this.method = exchange.method;
    this.url = exchange.url;
    this.params = head.params;
    this.query = head.query;
    this.cookies = head.cookies;
    this.body = undefined;
    this.head = head;
    this.exchange = exchange;
    this.#server = server;
  }

  get headers(): Record<string, unknown> {
    return this.head.headers ?? this.exchange.headers;
  }

  get ip(): string | undefined {
    const { peer, headers } = this.exchange;
    const told = this.#server.trustProxy ? headers["x-forwarded-for"] : undefined;
    return told === undefined ? peer : [told].flat().join(",").split(",")[0]?.trim();
  }

  get log(): ActionLog {
    this.#log ??= this.#server.requestLog(this.id);
    return this.#log;
  }

  /** Made when asked for: most handlers never do. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.exchange.onGone(() => abort.abort());
    }
    return this.#abort.signal;
  }

  /** The server stops waiting for the handler. */
  giveUp(): void {
    this.#abort?.abort();
  }
}
