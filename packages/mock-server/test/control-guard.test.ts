import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud } from "./http-client.js";

let mock: MockServer;
let port: number;
beforeAll(async () => {
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: crud("/pets", { type: "object", properties: { id: { type: "integer" } } }),
  };
  mock = await createMockServer({ description, seed: 1, port: 0, controlHosts: ["mock.example.com"] });
  port = Number(new URL((await mock.listen()).url).port);
});
afterAll(() => mock.close());

/** `fetch` would not let a test say `Host`. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode, body, headers: response.headers }));
    });
    sent.on("error", reject).end();
  });
}

const reset = async (headers: Record<string, string>): Promise<number | undefined> =>
  (await send("POST", "/__mock/reset", headers)).status;

test.each([
  "127.0.0.1",
  "localhost",
  "[::1]",
  "10.1.2.3",
  "mock",
  "host.docker.internal",
  "app.localhost",
  "mock.example.com",
])("the plane answers to %s", async (host) => {
  expect((await send("GET", "/__mock/health", { host: `${host}:${port}` })).status).toBe(200);
});

test.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "x.mock.example.com"])(
  "the plane does not answer to %s, which a stranger may point here; the API does",
  async (host) => {
    const refused = await send("GET", "/__mock/state", { host: `${host}:${port}` });
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([403, "host-refused"]);
    expect((await send("GET", "/pets", { host: `${host}:${port}` })).status).toBe(200);
  },
);

test("pages of other origins change nothing and read nothing", async () => {
  expect(await reset({})).toBe(200);
  expect(await reset({ origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" })).toBe(200);
  expect(await reset({ origin: "http://evil.example" })).toBe(403);
  expect(await reset({ origin: "null" })).toBe(403);
  expect(await reset({ origin: `http://127.0.0.1:${port + 1}` })).toBe(403);
  expect(await reset({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await reset({ "sec-fetch-site": "cross-site" })).toBe(403);
  const preflight = await send("OPTIONS", "/__mock/reset", {
    origin: "http://evil.example",
    "access-control-request-method": "POST",
  });
  expect(preflight.status).toBe(403);
  const read = await send("GET", "/__mock/state", { origin: "http://evil.example" });
  expect(read.headers["access-control-allow-origin"]).toBeUndefined();
});

test("a stream of events does not keep the server from closing", async () => {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };
  const server = await createMockServer({ description, port: 0 });
  const { url } = await server.listen();
  expect(server.url).toBe(url);
  const response = await fetch(`${url}/__mock/events`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  await server.reset();
  const closed = server.close();
  expect(await response.text()).toMatch(/event: reset\ndata: \{\}\n\n$/);
  await closed;
  expect(server.url).toBeUndefined();
});

test("a reader that goes away leaves the server as it was", async () => {
  await new Promise<void>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/__mock/events" }, (response) => {
      response.once("data", () => sent.destroy()).once("close", resolve);
    });
    sent.on("error", reject).end();
  });
  expect((await send("GET", "/pets")).status).toBe(200);
});
