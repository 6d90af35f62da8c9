import { Agent, request as httpRequest } from "node:http";
import type { ReceivedAnswer, SentRequest } from "./server.js";

/** The name under which every server is called, so that addresses in answers are the same. */
const HOST = "table.test";

/** Sends over HTTP exactly the path and the headers that are given. */
export function createHttpSender(url: string): { send(sent: SentRequest): Promise<ReceivedAnswer>; close(): void } {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const send = ({ method, path, headers, body }: SentRequest): Promise<ReceivedAnswer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": String(body.byteLength) };
      const options = { agent, hostname, port, method, path, headers: { host: HOST, ...headers, ...length } };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const received = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(received), body: text });
        });
      });
      request.on("error", reject);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Sends in process, by a `fetch` that takes no port. */
export function createFetchSender(
  answer: (request: Request) => Promise<Response>,
): (sent: SentRequest) => Promise<ReceivedAnswer> {
  return async ({ method, path, headers, body }) => {
    const init = { method, headers, ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }) };
    const response = await answer(new Request(`http://${HOST}${path}`, init));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}
