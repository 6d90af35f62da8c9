import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { problemOfError, refuseConnection } from "@onespec/http-contract";
import type { FastifyReply, FastifyServerOptions } from "fastify";

/** How long a connection may rest between requests, in milliseconds: longer than test runners think between two of them. */
const REST_MS = 72_000;
const SWEEP_MS = 50;

/** The certificate and key of a server, in PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
  /** File of a certificate that was made here: clients must trust it. */
  readonly file?: string;
  /** Removes that file, where it is there for this server alone. */
  remove?(): Promise<void>;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Options of Fastify for a server that the internet's clients talk to.
 * @param requestTimeout for a whole request, in milliseconds
 * @param identity for https; `undefined`: the server speaks http
 */
export function serverOptions(
  requestTimeout: number,
  listener: (handler: Listener) => Listener,
  identity: ServerIdentity | undefined,
): FastifyServerOptions & { readonly serverFactory: (handler: Listener) => Server } {
  return {
    serverFactory: (handler) => createListener(listener(handler), requestTimeout, identity),
    clientErrorHandler: refuseConnection,
    frameworkErrors(error, _request, reply: FastifyReply) {
      const { status, message, details } = problemOfError(error) ?? INTERNAL;
      reply
        .code(status)
        .header("content-type", "application/json")
        .serializer((text: string) => text)
        .send(JSON.stringify({ error: message, details }));
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16 * 1024 },
  };
}

const INTERNAL = { status: 500, message: "Internal server error", details: [] };

function createListener(listener: Listener, requestTimeout: number, identity: ServerIdentity | undefined): Server {
  const options = {
    keepAliveTimeout: REST_MS,
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(30_000, Math.ceil(requestTimeout / 4)),
  };
  const answer: Listener = (request, response) => {
    // Node reports no parse errors on a connection after a request with `Upgrade`, so a client would wait for ever.
    if (request.headers.upgrade !== undefined) response.setHeader("connection", "close");
    listener(request, response);
  };
  const server = identity
    ? createTlsServer({ ...options, cert: identity.cert, key: identity.key }, answer)
    : createServer(options, answer);
  closeUnused(server);
  return server;
}

/** Connections without a request count as busy for Node; clients open some that they never use. */
function closeUnused(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const close = server.close.bind(server);
  server.close = (callback) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    return close((error) => {
      clearInterval(sweep);
      callback?.(error);
    });
  };
}

/** An address to call: `0.0.0.0` is none. */
export function urlOf({ address, family, port }: AddressInfo, isTls: boolean): string {
  const scheme = isTls ? "https" : "http";
  if (address === "0.0.0.0") return `${scheme}://127.0.0.1:${port}`;
  const host = address === "::" ? "::1" : address;
  return `${scheme}://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}
