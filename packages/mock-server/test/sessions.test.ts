import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMockServer, type DescribedMockServer, type MockServer } from "../src/index.js";
import { crud, ok } from "./http-client.js";

const note = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const description = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    ...crud("/notes", note),
    "/settings": {
      get: { responses: ok({ type: "object", properties: { theme: { type: "string", default: "light" } } }) },
      put: {
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: ok({ type: "object", properties: { theme: { type: "string" } } }),
      },
    },
  },
};

let mock: MockServer;
const open = async (options: Partial<DescribedMockServer> = {}): Promise<void> => {
  mock = await createMockServer({ description, seed: 3, port: 0, ...options });
};
afterEach(async () => {
  vi.useRealTimers();
  await mock.close();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Reply = { readonly status: number; readonly body: any };

async function call(session: string | undefined, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  if (session !== undefined) headers["mock-session"] = session;
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = mock.url
    ? await fetch(`${mock.url}${path}`, init)
    : await mock.fetch(new Request(`http://mock.test${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const ids = async (session?: string): Promise<number[]> =>
  (await call(session, "GET", "/notes")).body.map(({ id }: { id: number }) => id);

describe("a session", () => {
  test("sees the server's records and its own changes, which nobody else sees", async () => {
    await open();
    expect((await call("a", "POST", "/notes", { text: "mine" })).body).toEqual({ id: 4, text: "mine" });
    await call("a", "DELETE", "/notes/1");
    await call("a", "PATCH", "/notes/2", { text: "changed" });
    await call("a", "PUT", "/settings", { theme: "dark" });
    expect(await ids("a")).toEqual([2, 3, 4]);
    expect((await call("a", "GET", "/settings")).body).toEqual({ theme: "dark" });
    for (const other of [undefined, "b"]) {
      expect(await ids(other)).toEqual([1, 2, 3]);
      expect((await call(other, "GET", "/notes/2")).body.text).not.toBe("changed");
      expect((await call(other, "GET", "/settings")).body).not.toEqual({ theme: "dark" });
    }
    expect((await call("b", "POST", "/notes", { text: "other" })).body.id).toBe(4);
    expect((await call(undefined, "POST", "/notes", { text: "base" })).body.id).toBe(4);
  });

  test("a misspelt header is named in Mock-Ignored, by the API and by the control plane, also on errors", async () => {
    await open();
    const ignored = async (path: string, headers: Record<string, string>) =>
      (await mock.fetch(path, { headers })).headers.get("mock-ignored");
    for (const path of ["/notes", "/notes/99", "/__mock/state"]) {
      expect(await ignored(path, { "Mock-Sesion": "a" })).toBe("mock-sesion");
      expect(await ignored(path, { "Mock-Session": "a" })).toBeNull();
    }
  });

  test("sees changes of the server's state until it writes to the same resource", async () => {
    await open();
    await call("a", "GET", "/notes");
    await call(undefined, "POST", "/notes", { text: "base" });
    expect(await ids("a")).toEqual([1, 2, 3, 4]);
    await call("a", "POST", "/notes", { text: "mine" });
    await call(undefined, "DELETE", "/notes/1");
    expect(await ids("a")).toEqual([1, 2, 3, 4, 5]);
  });

  test("concurrent writes all count", async () => {
    await open();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => call("a", "POST", "/notes", { text: String(index) })),
    );
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(50);
    expect(await ids("a")).toHaveLength(53);
  });

  test("has its own reset, snapshots and overrides", async () => {
    await open();
    await call("a", "POST", "/notes", { text: "mine" });
    await call("a", "POST", "/__mock/snapshots/one");
    await call("a", "POST", "/__mock/overrides", { operationId: "getNotes", status: 503 });
    expect((await call(undefined, "GET", "/__mock/snapshots")).body.snapshots).toEqual([]);
    expect((await call("b", "GET", "/notes")).status).toBe(200);
    expect((await call("a", "GET", "/notes")).status).toBe(503);
    await call(undefined, "POST", "/notes", { text: "base" });
    expect((await call("a", "POST", "/__mock/reset")).body.collections).toMatchObject([{ name: "notes", records: 4 }]);
    expect((await call("a", "GET", "/notes/4")).body.text).toBe("base");
    await call("a", "POST", "/__mock/snapshots/one/restore");
    expect((await call("a", "GET", "/notes/4")).body.text).toBe("mine");
    expect((await call(undefined, "GET", "/notes/4")).body.text).toBe("base");
  });

  test("restores the server's snapshot if it has none of that name", async () => {
    await open();
    await call(undefined, "POST", "/notes", { text: "base" });
    await call(undefined, "POST", "/__mock/snapshots/base");
    await call(undefined, "POST", "/__mock/reset");
    expect((await call("a", "POST", "/__mock/snapshots/base/restore")).body).toMatchObject({
      name: "base",
      records: 4,
    });
    expect((await call("a", "GET", "/notes/4")).body.text).toBe("base");
    expect((await call("a", "POST", "/notes", { text: "mine" })).body.id).toBe(5);
    expect(await ids()).toEqual([1, 2, 3]);
    await call("a", "POST", "/__mock/snapshots/base");
    await call("a", "DELETE", "/notes/4");
    await call("a", "POST", "/__mock/snapshots/base/restore");
    expect(await ids("a")).toEqual([1, 2, 3, 4, 5]);
    expect(await call("b", "POST", "/__mock/snapshots/bsae/restore")).toMatchObject({
      status: 404,
      body: {
        details: [{ message: 'There is no snapshot "bsae"', hint: "Session b has none; the server has base." }],
      },
    });
    expect((await call("b", "DELETE", "/__mock/snapshots/base")).status).toBe(404);
  });

  test("is dropped when it was unused for the configured time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await open({ sessionIdle: 1000 });
    await call("a", "DELETE", "/notes/1");
    vi.advanceTimersByTime(900);
    expect(await ids("a")).toEqual([2, 3]);
    vi.advanceTimersByTime(900);
    expect(await ids("a")).toEqual([2, 3]);
    vi.advanceTimersByTime(1001);
    expect((await call(undefined, "GET", "/__mock/sessions")).body.sessions).toEqual([]);
    expect(await ids("a")).toEqual([1, 2, 3]);
  });

  test("is rejected when there are too many, or its name is invalid", async () => {
    await open({ sessionLimit: 2 });
    await ids("a");
    await ids("b");
    expect(await call("c", "GET", "/notes")).toMatchObject({ status: 503, body: { error: "Too many sessions" } });
    expect(await ids("a")).toHaveLength(3);
    expect((await call(undefined, "DELETE", "/__mock/sessions/a")).status).toBe(204);
    expect(await ids("c")).toHaveLength(3);
    expect(await call("no spaces", "GET", "/notes")).toMatchObject({ status: 400, body: { error: "Invalid session" } });
  });

  test("may be dropped while uploads to it are under way: they are answered", async () => {
    const file = { type: "string", format: "binary" };
    const photos = { type: "object", properties: { photos: { type: "array", items: file } } };
    const upload = {
      post: {
        requestBody: { content: { "multipart/form-data": { schema: photos } } },
        responses: { 201: { description: "Created", content: { "application/json": { schema: { type: "object" } } } } },
      },
    };
    const dataDir = await mkdtemp(join(tmpdir(), "onespec-session-"));
    mock = await createMockServer({ description: { ...description, paths: { "/uploads": upload } }, dataDir, port: 0 });
    const send = async (): Promise<number> => {
      const body = new FormData();
      for (const name of ["a.png", "b.png", "c.png"]) body.append("photos", new Blob([crypto.randomUUID()]), name);
      const headers = { "mock-session": "a" };
      return (await mock.fetch(new Request("http://mock.test/uploads", { method: "POST", headers, body }))).status;
    };
    let isDone = false;
    const answers = Promise.all(Array.from({ length: 200 }, send)).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise(setImmediate);
      await call(undefined, "DELETE", "/__mock/sessions/a");
    }
    expect(new Set(await answers)).toEqual(new Set([201]));
    await mock.close();
    await rm(dataDir, { recursive: true });
  });

  test("leaves the JSON files alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-session-"));
    await open({ dataDir: folder });
    await call("a", "POST", "/notes", { text: "mine" });
    await call(undefined, "DELETE", "/notes/3");
    await mock.close();
    const kept = JSON.parse(await readFile(join(folder, "notes.json"), "utf8"));
    expect(kept.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    await rm(folder, { recursive: true });
  });
});

test("20 parallel workers on one server never see each other's data", async () => {
  await open();
  await mock.listen();
  const worker = async (name: string): Promise<void> => {
    const own: { id: number; text: string }[] = [];
    for (let round = 0; round < 10; round++) {
      const { body } = await call(name, "POST", "/notes", { text: `${name} ${round}` });
      expect(body).toEqual({ id: 4 + round, text: `${name} ${round}` });
      own.push(body);
      const list = (await call(name, "GET", "/notes")).body;
      expect(list.slice(3)).toEqual(own);
    }
    await call(name, "DELETE", "/notes/1");
    expect(await ids(name)).toEqual([2, 3, ...own.map(({ id }) => id)]);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => worker(`worker-${index}`)));
  expect(await ids()).toEqual([1, 2, 3]);
});
