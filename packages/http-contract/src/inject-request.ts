import { Readable } from "node:stream";
import type { FastifyInstance, InjectOptions } from "fastify";

/** Headers about a connection. Injected requests have no connection. */
const OF_CONNECTIONS = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Creates a `Request` from the arguments of `fetch`. A path needs no host. */
export function toRequest(input: string | URL | Request, init?: RequestInit): Request {
  return new Request(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
}

/**
 * Answers a `Request` in this process, without a socket.
 * @param remoteAddress the client's address for handlers
 * @param added further headers of the request
 */
export async function injectRequest(
  fastify: FastifyInstance,
  request: Request,
  remoteAddress = "127.0.0.1",
  added: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const answer = await fastify.inject({
    method: request.method.toUpperCase() as NonNullable<InjectOptions["method"]>,
    url: `${pathname}${search}`,
    headers: { host, ...added, ...Object.fromEntries(request.headers) },
    remoteAddress,
    ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
    payloadAsStream: true,
    signal: request.signal,
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || OF_CONNECTIONS.has(name)) continue;
    for (const each of [value].flat()) headers.append(name, String(each));
  }
  const { statusCode: status, statusMessage: statusText } = answer;
  const isBare = request.method === "HEAD" || status === 204 || status === 205 || status === 304;
  const stream = answer.stream();
  if (isBare) stream.resume();
  const body = isBare ? null : Readable.toWeb(stream);
  return new Response(body, { status, statusText, headers });
}
