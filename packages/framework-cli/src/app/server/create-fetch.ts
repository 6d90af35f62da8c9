import type { Exchange } from "./exchange.js";
import { FetchExchange } from "./fetch-exchange.js";
import { createRequestIds } from "./request-ids.js";

/** Calls a server in this process, without a connection. */
export type AppFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The global `fetch`, as it were, to one server; paths need no host. */
export function createFetch(handle: (exchange: Exchange) => void): AppFetch {
  const idOf = createRequestIds();
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
    return new Promise((resolve) => handle(new FetchExchange(request, idOf, resolve)));
  };
}
