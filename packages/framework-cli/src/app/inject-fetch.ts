import type { FastifyInstance } from "fastify";

/** Calls a server in this process as `fetch` calls one over the network; paths need no host. */
export async function injectFetch(
  server: FastifyInstance,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const reply = await server.inject({
    method: request.method as "GET",
    url: `${pathname}${search}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  const sent = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const item of [value ?? []].flat()) sent.append(name, String(item));
  }
  const isEmpty = request.method === "HEAD" || [204, 205, 304].includes(reply.statusCode);
  return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), {
    status: reply.statusCode,
    statusText: reply.statusMessage,
    headers: sent,
  });
}
