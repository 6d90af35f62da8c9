import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { JOBS } from "./callback-receiver.js";
import { crud, inPath, serveOverHttp } from "./http-client.js";

const file = { schema: { type: "string", format: "binary" } };
const PAGES = ["text/html", "image/svg+xml", "application/xml", "application/xhtml+xml"];
const content = Object.fromEntries([...PAGES, "image/png"].map((type) => [type, file]));
const FILES = {
  ...crud("/pets", { type: "object", properties: { id: { type: "integer" } } }),
  "/pets/{id}/photo": {
    parameters: [inPath("id", { type: "integer" })],
    put: { requestBody: { content }, responses: { 204: { description: "Kept." } } },
    get: { responses: { 200: { description: "The photo.", content } } },
  },
};

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
  "the plane does not answer to the host %s, which anybody may point to this machine; the API does",
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

test("a reader that disconnects leaves the server as it was", async () => {
  await new Promise<void>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/__mock/events" }, (response) => {
      response.once("data", () => sent.destroy()).once("close", resolve);
    });
    sent.on("error", reject).end();
  });
  expect((await send("GET", "/pets")).status).toBe(200);
});

test.each(PAGES)("an upload as %s is not treated as a page of the server", async (type) => {
  const call = await serveOverHttp(FILES);
  await call("POST", "/pets", {});
  const script = "<script>fetch('/__mock/reset', { method: 'POST' })</script>";
  expect((await call("PUT", "/pets/1/photo", script, { "content-type": type })).status).toBe(204);
  const { headers, body } = await call("GET", "/pets/1/photo", undefined, { accept: type });
  expect([body, headers.get("content-type")]).toEqual([script, expect.stringContaining(type)]);
  expect(headers.get("content-security-policy")).toMatch(/^sandbox(?! .*allow-same-origin)/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("other files are not treated as pages either", async () => {
  const call = await serveOverHttp(FILES);
  await call("POST", "/pets", {});
  await call("PUT", "/pets/1/photo", "<script></script>", { "content-type": "image/png" });
  const { headers } = await call("GET", "/pets/1/photo", undefined, { accept: "image/png" });
  expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual(["image/png", "nosniff"]);
  expect(headers.get("content-security-policy")).toBeNull();
});

test("a callback cannot be sent to the plane, which would take it for a test's own request", async () => {
  const plane = `http://127.0.0.1:${port}/__mock`;
  const jobs = await serveOverHttp(JOBS, {}, { callbacks: true });
  expect((await jobs("POST", "/jobs", { url: `${plane}/reset` })).status).toBe(202);
  const attempts = async () => (await jobs("GET", "/__mock/deliveries")).body.deliveries[0]?.attempts;
  await expect.poll(attempts).toMatchObject([{ status: 403 }]);
});
