import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud, serve } from "./http-client.js";

const PLANE = new URL("../control/openapi.json", import.meta.url);
const pet = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const description = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  webhooks: { petAdded: { post: { requestBody: { content: { "application/json": { schema: pet } } } } } },
  paths: { ...crud("/pets", pet), "/{any}/{thing}": { get: { responses: { 200: { description: "ok" } } } } },
};

let plane: ApiDescription;
let mock: MockServer;
const called = new Set<string>();

beforeAll(async () => {
  plane = await loadDescription(JSON.parse(await readFile(PLANE, "utf8")));
});
beforeEach(async () => {
  mock = await createMockServer({ description, seed: 2, port: 0 });
});
afterEach(() => mock.close());

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/** Calls the API or the plane; an answer of the plane must be as its description says. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await mock.fetch(
    new Request(`http://mock.test${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  const parsed: unknown = type.includes("json") && text !== "" ? JSON.parse(text) : text;
  if (path.startsWith("/__mock")) expectDocumented(method, path, response.status, type, parsed);
  return { status: response.status, body: parsed, headers: response.headers };
}

function expectDocumented(method: string, path: string, status: number, type: string, body: unknown): void {
  const [bare = ""] = path.replace("/__mock", "").split("?");
  const operation = plane.operations.find(
    (candidate) =>
      candidate.method === method.toLowerCase() &&
      new RegExp(`^${candidate.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`).test(bare || "/"),
  );
  if (!operation) return;
  const response = operation.responses.find((candidate) => candidate.status === String(status));
  expect(response, `${method} ${path} answers ${status}`).toBeDefined();
  const [content] = response?.content ?? [];
  if (content?.type !== "*/*") expect(type.split(";")[0]).toBe(content?.type ?? "");
  if (content?.schema) expect(plane.schemas.validator(content.schema, "response").violations(body)).toEqual([]);
  called.add(`${operation.id} ${status}`);
}

const names = async (headers = {}): Promise<string[]> =>
  (await call("GET", "/pets", undefined, headers)).body.map(({ name }: { name: string }) => name);
const newPet = (name: string, headers = {}): Promise<Reply> => call("POST", "/pets", { name }, headers);

describe("the control plane", () => {
  test("a sample for a new record refers to existing records, or to none", async () => {
    const text = { type: "string" };
    const owner = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer", readOnly: true }, name: text },
    };
    const pet = { type: "object", properties: { id: { type: "integer" }, ownerId: { type: "integer" }, name: text } };
    const call = await serve({ ...crud("/owners", owner), ...crud("/pets", pet) });
    const sample = async () => (await call("GET", "/__mock/resources/pets/sample")).body.value;
    expect(await sample()).not.toHaveProperty("ownerId");
    await call("POST", "/owners", { name: "Ann" });
    expect(await sample()).toMatchObject({ ownerId: 1 });
  });

  test("describes the server and itself", async () => {
    expect((await call("GET", "/__mock")).body).toMatchObject({ title: "Pets", links: { health: "/__mock/health" } });
    expect((await call("GET", "/__mock/")).body.links.openapi).toBe("/__mock/openapi.json");
    expect((await call("GET", "/__mock/health")).body).toEqual({ status: "ok" });
    const { operations } = (await call("GET", "/__mock/explain")).body as { operations: object[] };
    expect(operations[0]).toMatchObject({ role: expect.any(String), reason: expect.any(String) });
    expect((await call("GET", "/__mock/description")).body).toEqual(description);
    expect((await call("GET", "/__mock/openapi.json")).body).toEqual(JSON.parse(await readFile(PLANE, "utf8")));
  });

  test("reports errors as JSON, with a code and a next step", async () => {
    expect(await call("GET", "/__mock/nowhere")).toMatchObject({
      status: 404,
      body: { code: "unknown-path", details: [{ hint: expect.stringContaining("Nearest paths: /") }] },
    });
    const wrong = await call("DELETE", "/__mock/state");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(await call("GET", "/__mock/state/nothing")).toMatchObject({
      status: 404,
      body: { details: [{ hint: "Use one of pets, _state, _files." }] },
    });
    expect((await call("GET", "/__mock/state/pets?limit=many")).status).toBe(400);
  });

  test("gives way to literal paths of the description, not to templates that happen to match", async () => {
    const other = await createMockServer({
      description: {
        ...description,
        paths: { "/__mock/health": { get: { responses: { 204: { description: "mine" } } } }, ...description.paths },
      },
    });
    expect((await other.fetch(new Request("http://mock.test/__mock/health"))).status).toBe(204);
    expect((await other.fetch(new Request("http://mock.test/__mock/state"))).status).toBe(200);
    await other.close();
  });

  test("shows the state, page by page", async () => {
    await newPet("Rex");
    expect((await call("GET", "/__mock/state")).body.collections).toEqual([
      { name: "pets", path: "/pets", records: 3 },
    ]);
    const page = await call("GET", "/__mock/state/pets?offset=2&limit=1");
    expect(page.body).toEqual({
      collection: "pets",
      total: 3,
      offset: 2,
      records: [{ key: "3", scope: [], value: { id: 3, name: "Rex" } }],
    });
  });

  test("resets to the seeds: records, their order and the next id", async () => {
    const seeded = await names();
    for (let round = 0; round < 2; round++) {
      await newPet("Rex");
      await call("DELETE", "/pets/1");
      expect((await call("POST", "/__mock/reset")).body.collections).toMatchObject([{ name: "pets", records: 2 }]);
      expect(await names()).toEqual(seeded);
    }
    expect((await newPet("Rex")).body.id).toBe(3);
  });

  test("requests that come during a reset see the seeds, never half of them", async () => {
    await newPet("Rex");
    const reset = call("POST", "/__mock/reset");
    const seen = Array.from({ length: 20 }, () => names());
    await reset;
    for (const list of await Promise.all([...seen, names()])) expect([2, 3]).toContain(list.length);
    expect(await names()).toHaveLength(2);
  });

  test("saves and restores snapshots", async () => {
    await newPet("Rex");
    expect((await call("POST", "/__mock/snapshots/with-rex")).body).toMatchObject({ name: "with-rex", records: 3 });
    await call("POST", "/__mock/reset");
    expect((await call("POST", "/__mock/snapshots/with-rex/restore")).body.records).toBe(3);
    expect((await names()).at(-1)).toBe("Rex");
    expect((await newPet("Pip")).body.id).toBe(4);
    expect((await call("GET", "/__mock/snapshots")).body.snapshots).toHaveLength(1);
    expect((await call("DELETE", "/__mock/snapshots/with-rex")).status).toBe(204);
    expect((await call("POST", "/__mock/snapshots/with-rex/restore")).status).toBe(404);
    expect((await call("DELETE", "/__mock/snapshots/with-rex")).status).toBe(404);
    expect((await call("POST", "/__mock/snapshots/a%20b")).status).toBe(400);
  });

  test("lets the next calls of an operation answer something else", async () => {
    const rule = { operationId: "getPets", status: 503, times: 2, headers: { "Retry-After": "1" } };
    expect((await call("POST", "/__mock/overrides", rule)).body).toMatchObject({ id: "1", remaining: 2 });
    const first = await call("GET", "/pets");
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await call("GET", "/pets/1")).status).toBe(200);
    expect((await call("GET", "/__mock/overrides")).body.overrides).toMatchObject([{ remaining: 1 }]);
    expect((await call("GET", "/pets")).status).toBe(503);
    expect((await call("GET", "/pets")).status).toBe(200);
  });

  test("a client that disconnects before the answer leaves an override to the next call", async () => {
    const { url } = await mock.listen();
    const pending = async () => (await call("GET", "/__mock/overrides")).body.overrides;
    await call("POST", "/__mock/overrides", { operationId: "getPets", status: 503, delay: 1500 });
    const leave = new AbortController();
    const left = fetch(`${url}/pets`, { signal: leave.signal });
    await expect.poll(pending).toEqual([]);
    leave.abort();
    await expect(left).rejects.toThrow("aborted");
    await expect.poll(pending).toMatchObject([{ id: "1", remaining: 1 }]);
    expect((await fetch(`${url}/pets`)).status).toBe(503);
    expect([await pending(), (await fetch(`${url}/pets`)).status]).toEqual([[], 200]);
  });

  test("the log shows the body of a request that an override answered", async () => {
    await call("POST", "/__mock/overrides", { operationId: "postPets", status: 422, body: { no: true } });
    expect((await call("POST", "/pets", { name: "Rex" })).status).toBe(422);
    const [{ id }] = (await call("GET", "/__mock/requests")).body.requests;
    const { request } = (await call("GET", `/__mock/requests/${id}`)).body;
    expect(request.body).toContain('{"name":"Rex"}');
  });

  test("an override can state the body, delay only, and be taken back", async () => {
    const operationId = "getPets";
    await call("POST", "/__mock/overrides", { operationId, status: 200, body: [] });
    expect(await names()).toEqual([]);
    await call("POST", "/__mock/overrides", { operationId, delay: 1 });
    expect(await names()).toHaveLength(2);
    const { id } = (await call("POST", "/__mock/overrides", { operationId, status: 500 })).body;
    expect((await call("DELETE", `/__mock/overrides/${id}`)).status).toBe(204);
    expect((await call("DELETE", `/__mock/overrides/${id}`)).status).toBe(404);
    expect(
      (await call("POST", "/__mock/overrides", { operationId: `${operationId}x`, status: 500 })).body,
    ).toMatchObject({
      details: [{ hint: `Did you mean ${operationId}?` }],
    });
    await call("POST", "/__mock/overrides", { operationId, status: 500, times: "always" });
    expect((await call("DELETE", `/__mock/overrides/${operationId}`)).status).toBe(204);
    await call("POST", "/__mock/overrides", { operationId, status: 500 });
    expect((await call("DELETE", "/__mock/overrides")).status).toBe(204);
    expect((await call("GET", "/pets")).status).toBe(200);
  });

  test("a body or headers without a status have an effect", async () => {
    const operationId = "getPets";
    const added = await call("POST", "/__mock/overrides", { operationId, body: [], headers: { "X-Total": "0" } });
    expect(added.body).toMatchObject({ status: 200 });
    const empty = await call("GET", "/pets");
    expect([empty.status, empty.body, empty.headers.get("x-total")]).toEqual([200, [], "0"]);
    await call("POST", "/__mock/overrides", { operationId: "postPets", body: { id: 9 } });
    expect(await newPet("Rex")).toMatchObject({ status: 201, body: { id: 9 } });
    await call("POST", "/__mock/overrides", { operationId, headers: { "Content-Language": "de" } });
    const usual = await call("GET", "/pets");
    expect([usual.status, usual.body.length, usual.headers.get("content-language")]).toEqual([200, 2, "de"]);
    const [{ response }] = (await call("GET", "/__mock/requests?bodies=true&limit=1")).body.requests;
    expect(response.headers).toMatchObject({ "content-language": "de", "content-type": "application/json" });
    expect((await call("GET", "/pets")).headers.get("content-language")).toBeNull();
  });

  test("an override whose body differs from the documented one is added with warnings", async () => {
    const add = async (rule: object): Promise<unknown> => {
      const { status, body } = await call("POST", "/__mock/overrides", { operationId: "getPets", ...rule });
      expect(status).toBe(201);
      return body.warnings;
    };
    expect(await add({ body: [{ id: 1, name: 7 }] })).toEqual([
      "The body differs from the documented 200: /0/name must be a string",
    ]);
    expect(await add({ body: [{ id: 1, name: "Rex" }] })).toBeUndefined();
    expect(await add({ status: 503, body: { no: true } })).toBeUndefined();
    expect(await add({ status: 200 })).toEqual([expect.stringContaining("The documented 200 has a body")]);
    expect(await add({ status: 503 })).toBeUndefined();
    const plain = { headers: { "content-type": "text/plain" } };
    expect(await add({ body: "none", ...plain })).toEqual([expect.stringContaining("media type text/plain")]);
    expect((await call("GET", "/pets")).body).toEqual([{ id: 1, name: 7 }]);
  });

  test.each([{}, { times: 3 }, { delay: 0 }, { headers: {} }])(
    "an override without effect is rejected: %j",
    async (rule) => {
      const refused = await call("POST", "/__mock/overrides", { operationId: "getPets", ...rule });
      expect(refused).toMatchObject({ status: 400, body: { details: [{ hint: expect.stringContaining("status") }] } });
      expect((await call("GET", "/__mock/overrides")).body.overrides).toEqual([]);
    },
  );

  test.each([
    ["x-a", "1\r\nx-b: 2", "line break"],
    ["x-a", "\u65e5", "no header can have"],
    ["Content-Length", "5", "leave it out"],
    ["transfer-encoding", "gzip", "leave it out"],
  ])("an override whose header %s is %j is rejected", async (name, value, says) => {
    const rule = { operationId: "getPets", headers: { [name]: value } };
    const message = expect.stringContaining(says);
    for (const more of [{}, { status: 200, body: [] }])
      expect(await call("POST", "/__mock/overrides", { ...rule, ...more })).toMatchObject({
        status: 400,
        body: { details: [{ in: "body", path: `/headers/${name}`, message }] },
      });
    expect((await call("GET", "/pets")).status).toBe(200);
  });

  test("an override with a body that its status forbids is added with a warning", async () => {
    const rule = { operationId: "getPets", status: 204, body: [] };
    expect((await call("POST", "/__mock/overrides", rule)).body.warnings).toEqual([
      expect.stringContaining("204 has no body"),
    ]);
  });

  test("restoring a snapshot drops overrides, as a reset does", async () => {
    for (const path of ["/__mock/snapshots/s/restore", "/__mock/reset"]) {
      await call("POST", "/__mock/snapshots/s");
      await call("POST", "/__mock/overrides", { operationId: "getPets", status: 503 });
      expect((await call("POST", path)).status).toBe(200);
      expect((await call("GET", "/__mock/overrides")).body.overrides).toEqual([]);
      expect((await call("GET", "/pets")).status).toBe(200);
    }
  });

  test("an invalid override is rejected", async () => {
    expect(await call("POST", "/__mock/overrides", { operationId: "nothing" })).toMatchObject({ status: 404 });
    expect((await call("POST", "/__mock/overrides", { operationId: "x", status: 99 })).status).toBe(400);
    const text = await call("POST", "/__mock/overrides", "x", { "content-type": "text/plain" });
    expect(text.status).toBe(415);
  });

  test("logs requests, newest first, without credentials", async () => {
    await newPet("Rex", { authorization: "Bearer secret" });
    await call("GET", "/pets/3?x=1");
    const { requests } = (await call("GET", "/__mock/requests")).body;
    expect(requests).toMatchObject([
      { method: "GET", path: "/pets/3", query: "x=1", status: 200, operationId: "getPetsById" },
      { method: "POST", path: "/pets", status: 201 },
    ]);
    const [, { id }] = requests;
    const { request, response } = (await call("GET", `/__mock/requests/${id}`)).body;
    expect(request).toMatchObject({ body: '{"name":"Rex"}', headers: { authorization: "(hidden)" } });
    expect(JSON.parse(response.body)).toEqual({ id: 3, name: "Rex" });
    expect((await call("GET", `/__mock/requests?before=${id + 1}&limit=1`)).body.requests).toMatchObject([{ id }]);
    expect((await call("DELETE", "/__mock/requests")).status).toBe(204);
    expect((await call("GET", `/__mock/requests/${id}`)).status).toBe(404);
    expect((await call("GET", "/__mock/requests?limit=0")).status).toBe(400);
  });

  test("shows and clears the requests of one session, and of one operation", async () => {
    await newPet("Rex", { "mock-session": "a" });
    await call("GET", "/pets", undefined, { "mock-session": "b" });
    await call("GET", "/pets");
    const log = async (query = "", headers = {}): Promise<[string | undefined, string][]> => {
      const { requests } = (await call("GET", `/__mock/requests${query}`, undefined, headers)).body;
      return requests.map((one: { session?: string; method: string }) => [one.session, one.method]);
    };
    expect(await log()).toEqual([
      [undefined, "GET"],
      ["b", "GET"],
      ["a", "POST"],
    ]);
    expect(await log("", { "mock-session": "a" })).toEqual([["a", "POST"]]);
    expect(await log("?session=b", { "mock-session": "a" })).toEqual([["b", "GET"]]);
    expect(await log("?session=other")).toEqual([]);
    expect(await log("?operationId=postPets&limit=1")).toEqual([["a", "POST"]]);
    expect(await call("GET", "/__mock/requests?operationId=postPet")).toMatchObject({
      status: 404,
      body: { details: [{ hint: "Did you mean postPets?" }] },
    });
    expect((await call("DELETE", "/__mock/requests", undefined, { "mock-session": "a" })).status).toBe(204);
    expect(await log()).toEqual([
      [undefined, "GET"],
      ["b", "GET"],
    ]);
    expect((await call("DELETE", "/__mock/requests?session=b")).status).toBe(204);
    expect(await log()).toEqual([[undefined, "GET"]]);
  });

  test("lists requests with their bodies", async () => {
    await newPet("Rex", { authorization: "Bearer secret" });
    const [entry] = (await call("GET", "/__mock/requests?bodies=true&operationId=postPets")).body.requests;
    expect(JSON.parse(entry.request.body)).toEqual({ name: "Rex" });
    expect(JSON.parse(entry.response.body)).toEqual({ id: 3, name: "Rex" });
    expect(entry.request.headers.authorization).toBe("(hidden)");
    expect((await call("GET", "/__mock/requests")).body.requests[0]).not.toHaveProperty("request");
  });

  test.each([
    ["GET", "/__mock/requests?sesion=s1", "Did you mean session?"],
    ["DELETE", "/__mock/requests?foo=1", "Use one of session."],
    ["POST", "/__mock/reset?foo=1", "It has none."],
    ["DELETE", "/__mock/state/pets?wher=[]", "Did you mean where?"],
  ])("%s %s has an unknown parameter", async (method, path, hint) => {
    await newPet("Rex");
    const refused = await call(method, path);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "unknown-parameter", details: [{ in: "query", hint }] },
    });
    expect(await names()).toHaveLength(3);
  });

  test("an operation without a request body rejects one, except for {}", async () => {
    await newPet("Rex");
    const refused = await call("POST", "/__mock/reset", { resource: "pets" });
    const details = [{ in: "body", message: "POST /__mock/reset takes no body" }];
    expect(refused).toMatchObject({ status: 400, body: { code: "validation-failed", details } });
    expect((await call("POST", "/__mock/snapshots/a", { name: "b" })).status).toBe(400);
    expect((await call("POST", "/__mock/snapshots/a", {})).status).toBe(201);
    expect(await names()).toHaveLength(3);
  });

  test("hides credentials of security schemes, and values with the name of a secret", async () => {
    const schemes = {
      header: { type: "apiKey", in: "header", name: "X-Shop" },
      query: { type: "apiKey", in: "query", name: "k" },
    };
    const shop = await serve(crud("/pets", { type: "object" }), { components: { securitySchemes: schemes } });
    const headers = { "x-shop": "s1", "x-api-key": "s2", "x-amz-security-token": "s3", "x-auth-token": "s4" };
    await shop("GET", "/pets?k=s5&access_token=s6&page_token=p&client%5Fsecret=s7&limit=1", undefined, headers);
    const { body: list } = await shop("GET", "/__mock/requests");
    const query = "k=(hidden)&access_token=(hidden)&page_token=p&client%5Fsecret=(hidden)&limit=1";
    expect(list.requests).toMatchObject([{ query }]);
    const { body } = await shop("GET", "/__mock/requests/1");
    expect(body.request.headers).toMatchObject({ "x-shop": "(hidden)", "x-api-key": "(hidden)" });
    expect(JSON.stringify([list, body])).not.toMatch(/s\d/);
  });

  test("keeps errors longer than other requests", async () => {
    await call("GET", "/pets/77");
    await call("GET", "/pets/1");
    for (let count = 0; count < 500; count++) await call("GET", "/pets/1");
    expect((await call("GET", "/__mock/requests/1")).body).toMatchObject({ path: "/pets/77", status: 404 });
    expect((await call("GET", "/__mock/requests/2")).status).toBe(404);
    const { requests } = (await call("GET", "/__mock/requests?limit=750")).body;
    expect([requests.length, requests.at(-1).id]).toEqual([501, 1]);
    expect((await call("GET", "/__mock/requests?limit=10&before=2")).body.requests).toMatchObject([{ id: 1 }]);
    await call("DELETE", "/__mock/requests");
    expect((await call("GET", "/__mock/requests?limit=750")).body.requests).toEqual([]);
  });

  test("keeps the last 500 requests, and bodies up to 16 KB", async () => {
    await newPet("x".repeat(20_000));
    const large = (await call("GET", "/__mock/requests/1")).body;
    expect([large.request.bodyOmitted, large.response.bodyOmitted]).toEqual([true, true]);
    for (let count = 0; count < 500; count++) await call("GET", "/pets/1");
    expect((await call("GET", "/__mock/requests/1")).status).toBe(404);
    expect((await call("GET", "/__mock/requests?limit=500")).body.requests).toHaveLength(500);
  });

  test("shows long answers as they were sent, even if they replaced shorter or longer ones in the log", async () => {
    // Each lands in the place of the one before: the log holds 500.
    for (const size of [3000, 5000, 2000]) {
      const { body: made } = await call("POST", "/pets", { name: "é".repeat(size) });
      await call("GET", `/pets/${made.id}`);
      const [{ id }] = (await call("GET", "/__mock/requests?limit=1")).body.requests;
      const { response } = (await call("GET", `/__mock/requests/${id}`)).body;
      expect(JSON.parse(response.body)).toEqual({ id: made.id, name: "é".repeat(size) });
      for (let count = 0; count < 498; count++) await call("GET", "/pets/1");
    }
  });

  test("lists, shows and drops sessions", async () => {
    await newPet("Rex", { "mock-session": "a" });
    await names({ "mock-session": "b" });
    const { sessions } = (await call("GET", "/__mock/sessions")).body;
    expect(sessions.map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
    expect((await call("GET", "/__mock/sessions/a")).body.name).toBe("a");
    expect((await call("DELETE", "/__mock/sessions/a")).status).toBe(204);
    expect((await call("GET", "/__mock/sessions/a")).status).toBe(404);
    expect((await call("DELETE", "/__mock/sessions/a")).status).toBe(404);
    expect((await call("DELETE", "/__mock/sessions")).status).toBe(204);
    expect((await call("GET", "/__mock/sessions")).body.sessions).toEqual([]);
    expect(await names({ "mock-session": "a" })).toHaveLength(2);
  });

  test("shows webhooks and deliveries", async () => {
    expect((await call("GET", "/__mock/webhooks")).body.webhooks).toMatchObject([
      { name: "petAdded", event: "created" },
    ]);
    const far = { url: "http://192.0.2.1/hook" };
    expect((await call("POST", "/__mock/webhooks/petAdded", far)).body).toMatchObject({ state: "refused" });
    expect((await call("POST", "/__mock/webhooks/petGone", far)).status).toBe(404);
    expect((await call("POST", "/__mock/webhooks/petAdded", "x", { "content-type": "text/plain" })).status).toBe(415);
    const { deliveries } = (await call("GET", "/__mock/deliveries")).body;
    expect(deliveries).toMatchObject([
      { id: 1, kind: "webhook", name: "petAdded", body: expect.stringContaining('"id"') },
    ]);
    expect((await call("DELETE", "/__mock/deliveries")).status).toBe(204);
    expect((await call("GET", "/__mock/deliveries")).body.deliveries).toEqual([]);
  });

  test("streams events", async () => {
    const controller = new AbortController();
    const response = await mock.fetch(new Request("http://mock.test/__mock/events", { signal: controller.signal }));
    expectDocumented("GET", "/__mock/events", response.status, response.headers.get("content-type") ?? "", "");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await newPet("Rex");
    await mock.reset();
    let text = "";
    while (!text.includes("event: reset")) text += new TextDecoder().decode((await reader.read()).value);
    expect(text).toMatch(/^event: server\ndata: \{"title":"Pets","version":"1"\}\n\n/);
    expect(text).toMatch(/^event: request\ndata: \{"id":1,.*"path":"\/pets".*"status":201\}$/m);
    await reader.cancel();
  });
});

describe("violations that a proxy finds", () => {
  test("are counted by operation, without the credentials of the upstream", async () => {
    const served = mock;
    const upstream = createServer((request, response) => {
      const pets = request.url === "/pets" ? [{ id: 1 }, { name: "Rex" }, { name: "Tom" }] : {};
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(pets));
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const address = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    mock = await createMockServer({ description, store: "memory:", upstream: `http://ann:secret@${address}/` });
    try {
      expect((await call("GET", "/__mock")).body.upstream).toBe(`http://${address}`);
      for (let turn = 0; turn < 2; turn += 1) await call("GET", "/pets");
      await call("GET", "/nowhere");
      const { body } = await call("GET", "/__mock/violations");
      expect(body.upstream).toBe(`http://${address}`);
      expect(body.operations).toEqual([
        { operation: "GET /nowhere", requests: 1, violations: [expect.objectContaining({ in: "request", path: "" })] },
        {
          operation: "GET /pets",
          operationId: expect.any(String),
          requests: 2,
          violations: [{ in: "response", path: "/*/id", message: "is required", count: 4, lastPath: "/pets" }],
        },
      ]);
      expect((await call("DELETE", "/__mock/violations")).status).toBe(204);
      expect((await call("GET", "/__mock/violations")).body.operations).toEqual([]);
    } finally {
      await mock.close();
      upstream.close();
      mock = served;
    }
    expect((await call("GET", "/__mock/violations")).body).toEqual({ operations: [] });
  });
});

describe("records of the control plane", () => {
  const note = {
    type: "object",
    required: ["id", "text"],
    properties: {
      id: { type: "integer", readOnly: true },
      text: { type: "string", minLength: 2 },
      mood: { enum: ["good", "bad"] },
    },
  };
  const state = "/__mock/state/pets.notes";

  beforeEach(async () => {
    await mock.close();
    const paths = { ...crud("/pets", pet), ...crud("/pets/{petId}/notes", note) };
    mock = await createMockServer({ description: { ...description, paths }, seed: 2, port: 0 });
  });

  test("are searched, sorted and paged by the server", async () => {
    for (const name of ["Zoe", "Ann", "Zed"]) await newPet(name);
    const found = await call("GET", "/__mock/state/pets?search=Z&sort=-name&limit=1");
    expect(found.body).toMatchObject({ total: 2, records: [{ value: { name: "Zoe" } }] });
    expect((await call("GET", "/__mock/state/pets?sort=/name&limit=1")).body.records).toHaveLength(1);
    const below = await call("GET", `${state}?scope=1`);
    expect(new Set(below.body.records.map(({ scope }: { scope: string[] }) => scope[0]))).toEqual(new Set(["1"]));
  });

  test("have a list of their properties, and a sample", async () => {
    const { body } = await call("GET", "/__mock/resources/pets.notes");
    expect(body).toMatchObject({ id: ["id"], parents: [{ parameter: "petId", collection: "pets" }] });
    expect(body.properties[2]).toEqual({ name: "mood", types: ["string"], required: false, values: ["good", "bad"] });
    const sample = (await call("GET", "/__mock/resources/pets.notes/sample")).body.value;
    expect(sample).not.toHaveProperty("id");
    expect((await call("POST", state, { scope: ["1"], value: sample })).status).toBe(201);
    for (const path of ["resources/none", "resources/none/sample", "samples/none", "console/none.js"]) {
      expect((await call("GET", `/__mock/${path}`)).status, path).toBe(404);
    }
  });

  test("are created, replaced and deleted by their schema, and answered by the API", async () => {
    const made = await call("POST", state, { scope: ["1"], value: { text: "Likes fish" } });
    expect(made.status).toBe(201);
    const { key, value } = made.body;
    const item = `${state}/${key}`;
    const wrong = await call("PUT", `${item}?scope=1`, { value: { ...value, text: "", mood: "odd" } });
    expect(wrong.status).toBe(422);
    expect(wrong.body.details).toMatchObject([
      { path: "/text", keyword: "minLength" },
      { path: "/mood", keyword: "enum" },
    ]);
    const renamed = await call("PUT", `${item}?scope=1`, { value: { ...value, id: 99_999 } });
    expect(renamed.body.details).toMatchObject([{ path: "/id", keyword: "id" }]);
    const put = await call("PUT", `${item}?scope=1`, { value: { ...value, text: "Hates fish" } });
    expect(await call("GET", `${item}?scope=1`)).toMatchObject({
      status: 200,
      body: { scope: ["1"], value: { text: "Hates fish" } },
    });
    expect(put.status).toBe(200);
    expect((await call("GET", `/pets/1/notes/${key}`)).body.text).toBe("Hates fish");
    expect((await call("DELETE", `${item}?scope=1`)).status).toBe(204);
    expect((await call("DELETE", `${item}?scope=1`)).status).toBe(404);
    expect((await call("PUT", `${item}?scope=1`, { value })).status).toBe(404);
    expect((await call("GET", `${item}?scope=1`)).status).toBe(404);
    expect((await call("GET", `/pets/1/notes/${key}`)).status).toBe(404);
  });

  test("are changed in part, and only if they have not changed since the writer read them", async () => {
    const item = "/__mock/state/pets/1";
    const patch = { "content-type": "application/json-patch+json" };
    const seen = await call("GET", item);
    const tag = seen.headers.get("etag") ?? "";
    expect((await call("PUT", "/pets/1", { name: "By the API" })).status).toBeLessThan(300);
    const rename = [{ op: "add", path: "/name", value: "By the console" }];
    const stale = { "if-match": tag };
    for (const [method, body, headers] of [
      ["PATCH", rename, patch],
      ["PUT", { value: { id: 1, name: "x" } }, {}],
      ["DELETE", undefined, {}],
    ] as const) {
      const { status, body: problem } = await call(method, item, body, { ...headers, ...stale });
      expect([method, status, problem.code]).toEqual([method, 412, "precondition-failed"]);
    }
    const fresh = { "if-match": (await call("GET", item)).headers.get("etag") ?? "" };
    expect(fresh["if-match"]).not.toBe(tag);
    const changed = await call("PATCH", item, rename, { ...patch, ...fresh });
    expect([changed.status, changed.body.value.name]).toEqual([200, "By the console"]);
    const merge = { "content-type": "application/merge-patch+json" };
    expect((await call("PATCH", item, { name: null }, merge)).body.value).toEqual({ id: 1 });
    expect((await call("PATCH", item, { name: 5 }, merge)).status).toBe(422);
    expect((await call("PATCH", item, "x", { "content-type": "text/plain" })).status).toBe(415);
    expect((await call("PATCH", "/__mock/state/pets/77", {}, merge)).status).toBe(404);
  });

  test("are found by conditions and by numbers, and deleted together", async () => {
    for (const name of ["Zoe 12", "Ann", "Zed"]) await newPet(name);
    const where = (conditions: object[]) => `where=${encodeURIComponent(JSON.stringify(conditions))}`;
    const named = where([{ property: "/name", operator: "startsWith", value: "Z" }]);
    expect((await call("GET", `/__mock/state/pets?${named}`)).body.total).toBe(2);
    const several = where([{ property: "id", operator: "in", value: [1, 2, 77] }]);
    expect((await call("GET", `/__mock/state/pets?${several}`)).body.total).toBe(2);
    expect((await call("GET", "/__mock/state/pets?search=5")).body.records).toMatchObject([{ key: "5" }]);
    expect((await call("GET", `/__mock/state/pets?${where([{ property: "id", operator: "like" }])}`)).status).toBe(400);
    const misspelt = where([{ property: "nmae", operator: "ne", value: "Ann" }]);
    for (const method of ["GET", "DELETE"])
      expect(await call(method, `/__mock/state/pets?${misspelt}`)).toMatchObject({
        status: 400,
        body: { details: [{ path: "/where/0/property", hint: "Did you mean name?" }] },
      });
    expect((await call("GET", "/__mock/state/pets?sort=-nmae")).status).toBe(400);
    expect((await call("DELETE", `/__mock/state/pets?${named}`)).body).toEqual({ deleted: 2 });
    expect((await call("GET", "/__mock/state/pets")).body.total).toBe(3);
    expect((await call("DELETE", "/__mock/state/none")).status).toBe(404);
  });

  test("are imported if they are valid", async () => {
    const records = [{ value: { name: "Rex" } }, { value: { name: 5 } }, { value: { id: 1, name: "Taken" } }];
    const first = await call("POST", "/__mock/import/pets", { records });
    expect(first.body).toMatchObject({ created: 1, replaced: 0, failed: 2 });
    expect(first.body.failures.map(({ index }: { index: number }) => index)).toEqual([1, 2]);
    const again = await call("POST", "/__mock/import/pets", { records: records.slice(2), replace: true });
    expect(again.body).toMatchObject({ created: 0, replaced: 1, failed: 0 });
    expect((await call("GET", "/pets/1")).body.name).toBe("Taken");
    expect((await call("POST", "/__mock/import/none", { records })).status).toBe(404);
    expect((await call("POST", "/__mock/import/pets", "x", { "content-type": "text/plain" })).status).toBe(415);
  });

  test("are rejected with the problems, and nothing is stored", async () => {
    const count = async () => (await call("GET", `${state}?limit=0`)).body.total;
    const before = await count();
    const body = { value: { text: "Likes fish" } };
    expect((await call("POST", state, { ...body, scope: ["77"] })).body.details).toMatchObject([{ path: "/0" }]);
    expect((await call("POST", state, body)).body.details[0].hint).toBe('Send "scope": ["<petId>"].');
    expect((await call("POST", state, { scope: ["1"], value: { text: 1 } })).status).toBe(422);
    expect((await call("POST", "/__mock/state/none", body)).status).toBe(404);
    for (const [method, path] of [
      ["POST", state],
      ["PUT", `${state}/1`],
    ] as const) {
      expect((await call(method, path, "x", { "content-type": "text/plain" })).status).toBe(415);
    }
    const taken = await call("POST", "/__mock/state/pets", { value: { id: 1, name: "Rex" } });
    expect([taken.status, taken.body.details[0].path]).toEqual([409, "/id"]);
    expect(await count()).toBe(before);
  });

  test("have generated requests that the API accepts", async () => {
    const { operations } = (await call("GET", "/__mock/explain")).body;
    const id = operations.find(
      (one: { method: string; path: string }) => one.method === "POST" && one.path === "/pets",
    ).id;
    const { body } = await call("GET", `/__mock/samples/${id}`);
    expect(body).toMatchObject({ method: "POST", path: "/pets", body: { type: "application/json" } });
    expect((await call("POST", "/pets", body.body.sample)).status).toBe(201);
  });
});

test("documents at one path are listed, read and changed", async () => {
  const settings = {
    type: "object",
    required: ["currency"],
    properties: { currency: { type: "string", minLength: 3 } },
  };
  const ok = { 200: { description: "ok", content: { "application/json": { schema: settings } } } };
  const body = { content: { "application/json": { schema: settings } } };
  const paths = { "/settings": { get: { responses: ok }, put: { requestBody: body, responses: ok } } };
  await mock.close();
  mock = await createMockServer({ description: { ...description, paths }, port: 0 });
  expect((await call("GET", "/__mock/singletons")).body).toEqual({ singletons: [{ path: "/settings" }] });
  await call("PUT", "/settings", { currency: "EUR" });
  const address = "/__mock/singleton?path=/settings";
  const read = await call("GET", address);
  expect(read.body).toMatchObject({ value: { currency: "EUR" }, properties: [{ name: "currency", required: true }] });
  const headers = { "content-type": "application/merge-patch+json", "if-match": read.headers.get("etag") ?? "" };
  expect((await call("PATCH", address, { currency: "x" }, headers)).status).toBe(422);
  expect((await call("PATCH", address, { currency: "CHF" }, headers)).body.value).toEqual({ currency: "CHF" });
  expect((await call("GET", "/settings")).body).toEqual({ currency: "CHF" });
  expect((await call("PATCH", address, { currency: "USD" }, headers)).status).toBe(412);
  expect((await call("PATCH", address, "x", { "content-type": "text/plain" })).status).toBe(415);
  for (const method of ["GET", "PATCH"]) {
    const sent = method === "GET" ? undefined : {};
    const type = { "content-type": "application/merge-patch+json" };
    expect((await call(method, "/__mock/singleton?path=/none", sent, type)).status).toBe(404);
  }
});

describe("the console's files", () => {
  const html = { accept: "text/html,*/*;q=0.8" };

  test("are sent to clients that ask for a page, with a policy that loads nothing else", async () => {
    const redirected = await mock.fetch(new Request("http://mock.test/__mock", { headers: html, redirect: "manual" }));
    called.add(`getIndex ${redirected.status}`);
    expect([redirected.status, redirected.headers.get("location")]).toEqual([307, "__mock/"]);
    const page = await mock.fetch(new Request("http://mock.test/__mock/", { headers: html }));
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    const files = [...(await page.text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const { status, headers } = await call("GET", `/__mock/${file}`);
      expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    }
    expect((await call("GET", "/__mock/docs.html")).status).toBe(200);
    expect((await call("GET", "/__mock/console/..%2Findex.html")).status).toBe(404);
  });
});

test("the tests above have seen every documented answer of the plane, except those of guards", () => {
  const documented = plane.operations.flatMap(({ id, responses }) => responses.map(({ status }) => `${id} ${status}`));
  const rest = documented.filter((answer) => !called.has(answer) && !/ (403|503|400|409)$/.test(answer));
  expect(rest).toEqual([]);
});
