import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { asksToUpgrade } from "@onespec/http-requests";
import type { ServerConfig } from "../app-config.js";

/** How long a connection may rest between requests, in milliseconds: longer than the balancers that are told a minute. */
const REST_MS = 72_000;

/** Node's own server, not listening. */
export function createHttpServer(
  listener: RequestListener,
  { requestTimeoutMs }: Pick<ServerConfig, "requestTimeoutMs">,
): Server {
  const server = createServer(
    { keepAliveTimeout: REST_MS, connectionsCheckingInterval: checkingInterval(requestTimeoutMs) },
    (incoming, outgoing) => {
      if (asksToUpgrade(incoming.headers)) outgoing.shouldKeepAlive = false;
      listener(incoming, outgoing);
    },
  );
  server.requestTimeout = requestTimeoutMs;
  // Node takes the longer of the two for whole requests.
  if (requestTimeoutMs > 0) server.headersTimeout = Math.min(server.headersTimeout, requestTimeoutMs);
  return server.on("clientError", refuseConnection);
}

/** How often Node looks for requests that take too long, in milliseconds: by itself twice a minute. */
function checkingInterval(requestTimeoutMs: number): number {
  return requestTimeoutMs > 0 ? Math.min(30_000, Math.max(250, requestTimeoutMs / 4)) : 30_000;
}

/** What is not HTTP, too slow, or has too many headers, never becomes a request. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, message] = REFUSALS[error.code ?? ""] ?? [400, "This is not HTTP."];
  const body = JSON.stringify({ error: STATUS_CODES[status], details: [{ message }] });
  const headers = [
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** By Node's names of the errors. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive whole in time."],
  HPE_HEADER_OVERFLOW: [431, "The headers are larger than 16 KB together."],
};
