import { afterEach, describe, expect, test, vi } from "vitest";
import { createMockServer } from "../src/index.js";
import { crud, serve, serveOverHttp } from "./http-client.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, photo: { type: "string" } },
};

const key = (text: string): Record<string, string> => ({ "idempotency-key": text });

afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("Idempotency-Key, %s:", (_name, start) => {
  test("a repetition gets the stored answer, and nothing happens twice", async () => {
    const call = await start(crud("/pets", pet));
    const first = await call("POST", "/pets", { name: "Rex" }, key("a"));
    const again = await call("POST", "/pets", { name: "Rex" }, { ...key("a"), origin: "http://page.test" });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("access-control-expose-headers")).toContain("idempotent-replayed");
    expect((await call("POST", "/pets", { name: "Rex" }, key("b"))).body.id).toBe(2);
    expect((await call("POST", "/pets", { name: "Rex" })).body.id).toBe(3);
  });

  test("the key may be a property of the body", async () => {
    const wish = { type: "object", properties: { idempotency_key: { type: "string" }, name: { type: "string" } } };
    const paths = crud("/pets", pet) as { "/pets": { post: object } };
    Object.assign(paths["/pets"].post, { requestBody: { content: { "application/json": { schema: wish } } } });
    const call = await start(paths);
    const first = await call("POST", "/pets", { idempotency_key: "a", name: "Rex" });
    const again = await call("POST", "/pets", { idempotency_key: "a", name: "Rex" });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect((await call("POST", "/pets", { idempotency_key: "b", name: "Rex" })).body.id).toBe(2);
    expect(await call("POST", "/pets", { idempotency_key: "a", name: "Max" })).toMatchObject({
      status: 422,
      body: { details: [{ in: "body", path: "/idempotency_key" }] },
    });
  });

  test("an answer is kept although the record changes", async () => {
    const call = await start(crud("/pets", pet));
    const made = await call("POST", "/pets", { name: "Rex" });
    const guarded = { ...key("p"), "if-match": made.headers.get("etag") ?? "" };
    await call("PATCH", "/pets/1", { name: "Max" }, guarded);
    await call("PATCH", "/pets/1", { name: "Tom" });
    const again = await call("PATCH", "/pets/1", { name: "Max" }, guarded);
    expect(again).toMatchObject({ status: 200, body: { name: "Max" } });
    expect((await call("GET", "/pets/1")).body.name).toBe("Tom");
  });

  test("a key with another request is 422, but each operation has its own", async () => {
    const call = await start({ ...crud("/pets", pet), ...crud("/dogs", pet) });
    await call("POST", "/pets", { name: "Rex" }, key("a"));
    const other = await call("POST", "/pets", { name: "Max" }, key("a"));
    expect(other).toMatchObject({ status: 422, body: { error: "Idempotency key reused" } });
    expect((await call("POST", "/dogs", { name: "Max" }, key("a"))).status).toBe(201);
    expect((await call("GET", "/pets")).body).toHaveLength(1);
  });

  test("concurrent repetitions run once", async () => {
    const call = await start(crud("/pets", pet));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call("POST", "/pets", { name: "Rex" }, key("a"))),
    );
    expect(new Set(replies.map(({ body }) => body.id))).toEqual(new Set([1]));
    expect((await call("GET", "/pets")).body).toHaveLength(1);
  });

  test("a rejected request leaves the key free", async () => {
    const call = await start(crud("/pets", pet));
    expect((await call("POST", "/pets", {}, key("a"))).status).toBe(400);
    expect((await call("POST", "/pets", { name: "Rex" }, key("a"))).status).toBe(201);
  });

  test("a form with another boundary is the same request", async () => {
    const content = { "multipart/form-data": { schema: pet } };
    const { "/pets": list, ...rest } = crud("/pets", pet) as Record<string, { post: object }>;
    const call = await start({ ...rest, "/pets": { ...list, post: { ...list?.post, requestBody: { content } } } });
    const form = (name: string): FormData => {
      const data = new FormData();
      data.set("name", name);
      return data;
    };
    const first = await call("POST", "/pets", form("Rex"), key("a"));
    expect(first).toMatchObject({ status: 201, body: { name: "Rex" } });
    expect((await call("POST", "/pets", form("Rex"), key("a"))).body).toEqual(first.body);
    expect((await call("POST", "/pets", form("Max"), key("a"))).status).toBe(422);
  });
});

test("Idempotency-Key: stored answers are dropped after a day, and the oldest beyond ten thousand", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const call = await serve(crud("/pets", pet));
  const make = async (text: string): Promise<number> =>
    (await call("POST", "/pets", { name: "Rex" }, key(text))).body.id;
  expect(await make("a")).toBe(1);
  vi.setSystemTime(24 * 60 * 60 * 1000 - 1);
  expect(await make("a")).toBe(1);
  vi.setSystemTime(24 * 60 * 60 * 1000);
  expect(await make("a")).toBe(2);
  for (let index = 0; index < 10_000; index++) await make(`n${index}`);
  expect(await make("n0")).toBe(3);
  expect(await make("another")).toBe(10_003);
  expect(await make("a")).toBe(10_004);
});

test("Idempotency-Key: a reset drops stored answers, and each session has its own keys", async () => {
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/pets", pet) };
  const mock = await createMockServer({ description });
  const make = async (session: string | undefined): Promise<string | null> => {
    const headers = { "content-type": "application/json", ...key("a"), ...(session && { "mock-session": session }) };
    const request = new Request("http://mock.test/pets", { method: "POST", headers, body: '{"name":"Rex"}' });
    const response = await mock.fetch(request);
    expect(response.status).toBe(201);
    return response.headers.get("idempotent-replayed");
  };
  expect([await make(undefined), await make(undefined)]).toEqual([null, "true"]);
  expect([await make("s"), await make("s")]).toEqual([null, "true"]);
  await mock.reset();
  expect(await make(undefined)).toBeNull();
  await mock.close();
});
