import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { json } from "./http-client.js";

/** A job, and the client's own address to call when it is done. */
export const JOBS = {
  "/jobs": {
    post: {
      requestBody: json({ type: "object", properties: { url: { type: "string" } } }),
      responses: { 202: { description: "taken" } },
      callbacks: { done: { "{$request.body#/url}": { post: { requestBody: json({ type: "object" }) } } } },
    },
  },
};

/** Of this machine; answers everybody alike and counts what it is asked. */
export async function countingReceiver(
  status: number,
): Promise<{ readonly port: number; readonly count: () => number }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count++;
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, count: () => count };
}
