import { createServer, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { asksToUpgrade, takeTurn } from "@onespec/http-requests";
import type { Answer } from "../response/answer.js";
import type { RequestHandler } from "./handle-request.js";
import { type BodyOptions, hasBody, type IncomingBody, readBody } from "./incoming-body.js";
import { IncomingRequest } from "./incoming-request.js";
import { isLargeRequest, type MockRequest } from "./mock-request.js";
import { sendAndLinger } from "./send-and-linger.js";
import { sendAnswer } from "./send-answer.js";

/** How long a connection may rest between requests, in milliseconds: longer than test runners think between two of them. */
const REST_MS = 72_000;

/**
 * Node's own server around a handler. A web framework would find routes, parse and validate, all of which the description
 * does here, and cost each request as much again as Node takes for it.
 */
export function createHttpServer(handle: RequestHandler, options: BodyOptions): Server {
  const respond = (request: MockRequest, outgoing: ServerResponse): void =>
    takeTurn(() => {
      const answer = handle(request);
      if (answer instanceof Promise) answer.then((settled) => finish(request, settled, outgoing));
      else finish(request, answer, outgoing);
    });
  const finish = ({ upload }: MockRequest, answer: Answer, outgoing: ServerResponse): void => {
    upload?.release();
    sendAnswer(outgoing, answer);
  };
  const received = (incoming: IncomingRequest, outgoing: ServerResponse, read: IncomingBody): void => {
    if ("body" in read) {
      const request = mockRequest(incoming, read.body);
      respond(isLargeRequest(read) ? { ...request, ...read, gone: goneSignal(outgoing) } : request, outgoing);
      return;
    }
    // What is still on its way is not read, so the connection is of no use any more.
    outgoing.shouldKeepAlive = false;
    const answer = handle({ ...mockRequest(incoming, undefined), fault: read.fault });
    void Promise.resolve(answer).then((settled) => sendAndLinger(incoming, outgoing, settled));
  };
  const limits = { keepAliveTimeout: REST_MS, ...patience(options.requestTimeout) };
  const server = createServer({ ...limits, IncomingMessage: IncomingRequest }, (incoming, outgoing) => {
    // A closing server answers what it was asked and lets go of the connection.
    if (!server.listening || asksToUpgrade(incoming.headers)) outgoing.shouldKeepAlive = false;
    if (hasBody(incoming)) readBody(incoming, options, (read) => received(incoming, outgoing, read));
    else {
      incoming.ignoreBody();
      respond(mockRequest(incoming, undefined), outgoing);
    }
  });
  return server.on("clientError", refuseConnection);
}

/** Is aborted when the connection is cut; after the answer nobody listens. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed) gone.abort();
  else outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** Node's own limits where nothing else is asked for, and how often it looks who is over them. */
function patience(requestTimeout = 300_000) {
  return {
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(30_000, Math.ceil(requestTimeout / 4)),
  };
}

function mockRequest({ url = "/", method = "GET", headers }: IncomingRequest, body: MockRequest["body"]): MockRequest {
  const target = url.startsWith("/") ? withoutFragment(url) : withoutOrigin(url);
  const mark = target.indexOf("?");
  if (mark < 0) return { method, path: target, query: "", headers, body };
  return { method, path: target.slice(0, mark), query: target.slice(mark + 1), headers, body };
}

/** Nobody should send one (RFC 9112, section 3.2.1). Who does takes the path of a description as it stands: `/#Action=Send?To=me`. */
function withoutFragment(target: string): string {
  return target.includes("#") ? target.replace(/#[^?]*/, "") : target;
}

/** A request may name its whole URL, as proxies are asked. @see RFC 9112, section 3.2.2 */
function withoutOrigin(url: string): string {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: url, search: "" };
  return `${pathname}${search}`;
}

/** What is not HTTP, or too slow, or has too many headers, never becomes a request. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, message] = REFUSALS[error.code ?? ""] ?? ["400 Bad Request", "This is not HTTP"];
  const body = JSON.stringify({ error: status.slice(4), details: [{ message }] });
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** By Node's names of the errors. */
const REFUSALS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive whole in time"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are larger than 16 KB together"],
};
