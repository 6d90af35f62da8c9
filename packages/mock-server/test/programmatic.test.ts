import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  createMemoryStore,
  createMockServer,
  type DescribedMockServer,
  type MockServer,
  type RecordStore,
} from "../src/index.js";
import { crud } from "./http-client.js";

const description = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: crud("/pets", {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  }),
};

const opened: MockServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test("unknown options throw, with the nearest name", async () => {
  const given = { description, seedz: 1 } as DescribedMockServer;
  await expect(createMockServer(given)).rejects.toThrow(
    /createMockServer: there is no `seedz` \(did you mean `seeds?`\?\)/,
  );
});

test.each([
  [{ delay: "abc" }, '`delay` takes milliseconds, such as 250 or 100-500, not "abc"'],
  [{ delay: { min: 20, max: 10 } }, "`delay` takes milliseconds"],
  [{ bodyLimit: "much" }, "`bodyLimit` takes a size in bytes, or such as 512kb, 200mb or 2gb"],
  [{ auth: "on" }, '`auth` takes "off", "shape", "enforce", not "on"'],
  [{ seed: -1 }, "`seed` takes a whole number from 0, not -1"],
  [
    { webhookUrl: ["petAdded=http://localhost:4000/hook"] },
    'in a config file { petAdded: "http://localhost:4000/hook" }',
  ],
  [{ mock: "listPets" }, "`mock` takes a list of operations"],
  [{ errorRate: 2, port: 70_000 }, "`errorRate` takes a number from 0 to 1, not 2; `port` takes a whole number"],
  [{ onDelete: "drop" }, '`onDelete` takes "keep", "cascade", "restrict"'],
  [{ handlers: 1 }, "`handlers` takes a path"],
  [{ store: {} }, "`store` takes an address or a path"],
  [{ memory: "yes" }, "`memory` takes true or false"],
  [{ upstream: "localhost" }, "`upstream` takes an address, such as http://localhost:8080"],
  [{ operations: { listPets: 1 } }, "`operations` takes an object of operation ids"],
  [{ onBug: "log" }, '`onBug` takes a function, not "log"'],
  [{ requestTimeout: -1 }, "`requestTimeout` takes a whole number of milliseconds"],
  [{ allowRefs: 1 }, "`allowRefs` takes true or false"],
  [{ description: 7 }, "`description` takes a path, a URL or a document"],
  [{ description: undefined }, "`description` takes a path, a URL or a document"],
])("a wrong value of an option stops the start: %j", async (options, message) => {
  const given = { description, ...options } as unknown as DescribedMockServer;
  await expect(createMockServer(given)).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining(message),
    hint: expect.stringContaining("the documentation lists all of them with their values"),
  });
});

test("delays and sizes are written as in a config file", async () => {
  const mock = await createMockServer({ description, delay: "0-1", bodyLimit: "1kb", fileLimit: 2000 });
  opened.push(mock);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name: "x".repeat(1100) });
  expect((await mock.fetch("/pets", { method: "POST", headers, body })).status).toBe(413);
});

/** A store that can only do what every store can: its sequences go on after a reset. */
function plainStore(): RecordStore {
  const store = createMemoryStore();
  return {
    ...store,
    collection(name, options) {
      const { lastNumber: _, replaceAll: __, ...plain } = store.collection(name, options);
      return plain;
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-api-"));
  folders.push(folder);
  return folder;
}

const add = async (mock: MockServer, name: string): Promise<{ id: number }> => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name });
  return (await mock.fetch(new Request("http://mock.test/pets", { method: "POST", headers, body }))).json();
};
const list = async (mock: MockServer): Promise<unknown[]> =>
  (await mock.fetch(new Request("http://mock.test/pets"))).json();

const namesIn = (records: unknown[]): string[] => records.map((record) => (record as { name: string }).name);

describe.each([
  ["memory", async () => ({})],
  ["JSON files", async () => ({ dataDir: await newFolder() })],
  ["another store", async () => ({ store: plainStore() })],
])("a server of a program, in %s", (kind, options) => {
  const open = async (more = {}): Promise<MockServer> => {
    const server = await createMockServer({ description, seed: 3, port: 0, ...(await options()), ...more });
    opened.push(server);
    return server;
  };

  test("resets to the seeds, in their order", async () => {
    const mock = await open();
    const seeded = await list(mock);
    await add(mock, "Rex");
    await mock.fetch(new Request("http://mock.test/pets/1", { method: "DELETE" }));
    await mock.reset();
    if (kind !== "another store") {
      expect(await list(mock)).toEqual(seeded);
      expect(await add(mock, "Pip")).toMatchObject({ id: 4 });
    } else expect(namesIn(await list(mock))).toEqual(namesIn(seeded));
    const resetOne = mock.reset as (resource: string) => Promise<void>;
    await expect(resetOne("pets")).rejects.toThrow("it resets every resource");
  });

  test("keeps and restores states by name", async () => {
    const mock = await open();
    await add(mock, "Rex");
    const before = await list(mock);
    const name = await mock.snapshot();
    await mock.snapshot("with Rex");
    await add(mock, "Pip");
    await mock.restore(name);
    expect(await list(mock)).toEqual(before);
    await mock.reset();
    await mock.restore("with Rex");
    expect(await list(mock)).toEqual(before);
    await expect(mock.restore("nothing")).rejects.toThrow("there are: snapshot-1, with Rex");
  });

  test("has its address while it listens", async () => {
    const mock = await open();
    expect(mock.url).toBeUndefined();
    const { url } = await mock.listen();
    expect(mock.url).toBe(url);
    expect(await (await fetch(`${url}/__mock/health`)).json()).toEqual({ status: "ok" });
  });
});

test("a reset is still effective after a restart, in JSON files", async () => {
  const dataDir = await newFolder();
  const first = await createMockServer({ description, seed: 3, dataDir });
  const seeded = await list(first);
  await add(first, "Rex");
  await first.fetch(new Request("http://mock.test/pets/1", { method: "DELETE" }));
  await first.reset();
  await first.close();
  const second = await createMockServer({ description, dataDir });
  opened.push(second);
  expect(await list(second)).toEqual(seeded);
  expect(await add(second, "Pip")).toMatchObject({ id: 4 });
});

test("a fixed time is a text, a Date or milliseconds; anything else stops the start", async () => {
  const moment = "2026-01-31T12:00:00.000Z";
  const schema = {
    type: "object",
    properties: { id: { type: "integer" }, createdAt: { type: "string", format: "date-time" } },
  };
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/notes", schema) };
  for (const fixedTime of ["2026-01-31T12:00:00Z", new Date(moment), Date.parse(moment)]) {
    const mock = await createMockServer({ description, fixedTime });
    const made = await mock.fetch("/notes", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await made.json()).toMatchObject({ createdAt: expect.stringContaining("2026-01-31T12:00:00") });
    await mock.close();
  }
  for (const fixedTime of ["soon", "2026-02-31", Number.NaN]) {
    await expect(createMockServer({ description, fixedTime })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining("`fixedTime` takes a moment"),
    });
  }
});

test("listen rejects options, which belong to createMockServer", async () => {
  const mock = await createMockServer({ description, memory: true });
  opened.push(mock);
  const listen = mock.listen as (options: object) => Promise<unknown>;
  await expect(listen.call(mock, { port: 0 })).rejects.toThrow("give `host` and `port` to createMockServer()");
  expect(mock.url).toBeUndefined();
});
