import { tooLargeProblem } from "../errors/transport-problem.js";
import { forbidsBody } from "../response/select-response.js";
import type { RequestHandler } from "./handle-request.js";

/** Answers a `Request` in the same process, without a socket. @param bodyLimit largest request body, in bytes */
export async function fetchRequest(handle: RequestHandler, request: Request, bodyLimit: number): Promise<Response> {
  const { pathname, search, host, protocol } = new URL(request.url);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const isTooLarge = body !== undefined && body.length > bodyLimit;
  const answer = await handle({
    method: request.method.toUpperCase(),
    path: pathname,
    query: search.slice(1),
    headers: { host, "x-forwarded-proto": protocol.slice(0, -1), ...Object.fromEntries(request.headers) },
    body: isTooLarge ? undefined : body,
    ...(isTooLarge ? { fault: tooLargeProblem(bodyLimit) } : {}),
  });
  const headers = new Headers(answer.headers);
  const isBare = answer.body === undefined || request.method === "HEAD" || forbidsBody(answer.status);
  return new Response(isBare ? null : answer.body, { status: answer.status, headers });
}
