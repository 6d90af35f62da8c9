import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { beginTurn } from "@onespec/http-requests";
import { forbidsBody } from "../response/select-response.js";
import type { RequestHandler } from "./handle-request.js";
import type { ReceiveBody } from "./needs-receiving.js";

/** Answers a `Request` in the same process, without a socket. */
export async function fetchRequest(handle: RequestHandler, request: Request, receive: ReceiveBody): Promise<Response> {
  const { pathname, search, host, protocol } = new URL(request.url);
  const headers = { host, "x-forwarded-proto": protocol.slice(0, -1), ...Object.fromEntries(request.headers) };
  const received =
    request.body === null
      ? { body: undefined }
      : await receive(Readable.fromWeb(request.body as unknown as NodeStream<Uint8Array>), headers);
  beginTurn();
  const answer = await handle({
    method: request.method.toUpperCase(),
    path: pathname,
    query: search.slice(1),
    headers,
    body: undefined,
    gone: request.signal,
    ...received,
  });
  if ("upload" in received) received.upload?.release();
  const isBare = answer.body === undefined || request.method === "HEAD" || forbidsBody(answer.status);
  // Browsers' types ask for bytes that nobody else shares memory with; these are nobody else's.
  const body = (isBare ? null : answer.body) as ConstructorParameters<typeof Response>[0];
  return new Response(body, { status: answer.status, headers: new Headers(answer.headers) });
}
