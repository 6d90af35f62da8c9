import type { RequestListener } from "node:http";
import type { Exchange } from "./exchange.js";
import { NodeExchange } from "./node-exchange.js";
import { createRequestIds } from "./request-ids.js";

/** What Node's server calls for each request. */
export function createExchangeListener(handle: (exchange: Exchange) => void): RequestListener {
  const idOf = createRequestIds();
  return (incoming, outgoing) => handle(new NodeExchange(incoming, outgoing, idOf));
}
