import { Readable } from "node:stream";
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { AppFetch } from "../server/create-fetch.js";

/** What belongs to a connection, of which there is none. */
const OF_CONNECTIONS = new Set(["date", "keep-alive", "transfer-encoding"]);

/** The global `fetch`, as it were, to an application with plugins, in this process. */
export function createFetchThrough(fastify: FastifyInstance): AppFetch {
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
    const { host, pathname, search } = new URL(request.url);
    const answer = await fastify.inject({
      method: request.method as HTTPMethods,
      url: `${pathname}${search}`,
      headers: { host, ...Object.fromEntries(request.headers) },
      ...(request.body !== null && { payload: Buffer.from(await request.arrayBuffer()) }),
      payloadAsStream: true,
      signal: request.signal,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value === undefined || OF_CONNECTIONS.has(name) || (name === "connection" && value !== "close")) continue;
      for (const each of [value].flat()) headers.append(name, String(each));
    }
    const { statusCode: status, statusMessage: statusText } = answer;
    const isEmpty = request.method === "HEAD" || status === 204 || status === 205 || status === 304;
    const body = isEmpty ? null : (Readable.toWeb(answer.stream()) as unknown as ReadableStream);
    return new Response(body, { status, statusText, headers });
  };
}
