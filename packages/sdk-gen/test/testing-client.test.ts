import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createMockServer } from "@onespec/mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createViteServer } from "vitest/node";
import { CHROMIUM, missingBrowser } from "./chromium.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const BOOK = { title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 };

let sdk: GeneratedClient;
// biome-ignore lint/suspicious/noExplicitAny: generated
let createTestClient: any;
beforeAll(async () => {
  sdk = await generatedClient(BOOKSHOP);
  ({ createTestClient } = await import(pathToFileURL(join(sdk.folder, "testing.js")).href));
});
afterAll(() => sdk.remove());

describe("testing.js", () => {
  test("gives a client over a seeded backend in this process, from the description that the client carries", async () => {
    const { client, mock } = await createTestClient({ createMockServer, seed: 4 });
    expect(await client.books.find().count()).toBe(4);
    const book = await client.books.create(BOOK);
    expect(await client.books.get(book.id)).toMatchObject(BOOK);
    expect(await client.books.find().count()).toBe(5);
    await mock.reset();
    expect(await client.books.find().count()).toBe(4);
    await expect(client.books.get(book.id)).rejects.toMatchObject({ name: "NotFoundError", status: 404 });
    await mock.close();
  });

  test("the same seeds are the same data, and two clients share nothing", async () => {
    const [one, other] = await Promise.all([
      createTestClient({ createMockServer }),
      createTestClient({ createMockServer }),
    ]);
    expect(await one.client.authors.find()).toEqual(await other.client.authors.find());
    await one.client.books.create(BOOK);
    expect(await one.client.books.find().count()).toBe(11);
    expect(await other.client.books.find().count()).toBe(10);
    await Promise.all([one.mock.close(), other.mock.close()]);
  });

  test("takes another description and the client's own options", async () => {
    const asked: string[] = [];
    const { client, mock } = await createTestClient({
      createMockServer,
      description: BOOKSHOP,
      hooks: { onRequest: (request: Request) => void asked.push(request.url) },
    });
    await client.books.find().limit(1);
    expect(asked).toHaveLength(1);
    await mock.close();
  });

  test("begins with given records, and keeps and restores states by name", async () => {
    const authors = [{ id: 7, name: "Octavia E. Butler", country: "US" }];
    const { client, mock } = await createTestClient({ createMockServer, seeds: { authors } });
    expect(await client.authors.find()).toMatchObject(authors);
    await mock.snapshot("one-author");
    await client.authors.delete(7);
    expect(await client.authors.find()).toEqual([]);
    await mock.restore("one-author");
    expect(await client.authors.find()).toMatchObject(authors);
    await mock.close();
  });

  test("tells the requests since the last reset, and delays an answer without changing it", async () => {
    const { client, mock } = await createTestClient({ createMockServer, seed: 2 });
    await client.authors.get(1);
    await mock.reset();
    expect(await mock.requests()).toEqual([]);
    await mock.override("getBook", { delay: 1 });
    expect(await client.books.get(1)).toMatchObject({ id: 1 });
    const { id } = await client.books.create(BOOK);
    await client.books.delete(id);
    expect(await mock.requests("createBook")).toMatchObject([
      { method: "POST", path: "/books", status: 201, body: BOOK, headers: { "content-type": "application/json" } },
    ]);
    const all = (await mock.requests()) as { operationId: string; body: unknown }[];
    expect(all.map(({ operationId }) => operationId)).toEqual(["getBook", "createBook", "deleteBook"]);
    expect(all[0]?.body).toBeUndefined();
    await mock.close();
  });

  test.each(["http://localhost:5173/api", "https://shop.example/v1/", "https://shop.example"])(
    "a page's calls of %s reach the mock",
    async (baseUrl) => {
      const { routeToMock } = await import(pathToFileURL(join(sdk.folder, "testing.js")).href);
      const { mock } = await createTestClient({ createMockServer, seed: 2 });
      const at = new URL(`${baseUrl.replace(/\/$/, "")}/authors?limit=1`);
      const statuses: number[] = [];
      const request = {
        url: () => at.href,
        method: () => "GET",
        allHeaders: async () => ({}),
        postDataBuffer: () => null,
      };
      const page = {
        async route(isBelow: (url: URL) => boolean, handle: (route: object) => Promise<void>) {
          expect(isBelow(at)).toBe(true);
          const fulfill = async ({ status }: { status: number }) => void statuses.push(status);
          await handle({ request: () => request, fulfill });
        },
      };
      await routeToMock(page, mock, baseUrl);
      expect(statuses).toEqual([200]);
      expect(await mock.requests()).toMatchObject([{ operationId: "listAuthors", query: "limit=1" }]);
      await mock.close();
    },
  );

  test("a client over a mock that is there has a session of its own", async () => {
    const server = await createMockServer({ description: BOOKSHOP, seed: 4 });
    const [one, other] = [await createTestClient({ mock: server }), await createTestClient({ mock: server })];
    await one.client.books.create(BOOK);
    await one.mock.override("getBook", { status: 503, times: 2 });
    const counts = [await one.client.books.find().count(), await other.client.books.find().count()];
    expect(counts).toEqual([5, 4]);
    await expect(one.client.books.get(1)).rejects.toMatchObject({ status: 503 });
    expect(await other.client.books.get(1)).toMatchObject({ id: 1 });
    expect((await server.fetch("/books")).headers.get("content-type")).toContain("json");
    await one.mock.reset();
    expect(await one.client.books.get(1)).toMatchObject({ id: 1 });
    expect(await one.client.books.find().count()).toBe(4);
    await one.mock.close();
    const { sessions } = (await (await server.fetch("/__mock/sessions")).json()) as { sessions: { name: string }[] };
    expect(sessions.map(({ name }) => name)).toEqual([other.mock.session]);
    await server.close();
  });

  test("an override that the mock rejects, and a mock that is not there, are errors that say so", async () => {
    const { mock } = await createTestClient({ createMockServer });
    await expect(mock.override("getBok", { status: 503 })).rejects.toMatchObject({
      code: "MOCK_FAILED",
      message:
        'POST /overrides of the mock was rejected with 404: No operation is called "getBok". Did you mean getBook?',
    });
    await expect(mock.override("getBook", { status: 404, tims: 2 })).rejects.toMatchObject({
      message: expect.stringContaining("400: tims is not a known property; did you mean times?"),
    });
    await mock.close();
    const away = await createTestClient({ mock: "http://127.0.0.1:1" });
    await expect(away.mock.reset()).rejects.toMatchObject({
      code: "MOCK_FAILED",
      message: expect.stringContaining("npx mock-server"),
    });
  });

  test.each(["js", "ts"] as const)("overrides are typed by operation: %s", async (language) => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-testing-"));
    const { generateSdk } = await import("../dist/index.js");
    await generateSdk(BOOKSHOP, folder, { language });
    await writeFile(
      join(folder, "use.ts"),
      `import { createTestClient, mockFixtures, routeToMock } from "./testing.js";
const { client, mock } = await createTestClient({ seed: 3, session: "one" });
await mock.override("createBook", { status: 401, body: { error: "no", details: [] } });
await mock.override("createBook", { status: 503, times: 2, delay: 10 });
await mock.override("createBook", { status: 503, times: "always" });
await mock.override("getBook", { delay: 10 });
await mock.snapshot("start");
await mock.restore("start");
const [sent] = await mock.requests("createBook");
export const status: number | undefined = sent?.status;
// @ts-expect-error no such operation
await mock.requests("createBok");
await mock.override("getSettings", { status: 200, body: await client.settings.get() });
// @ts-expect-error no such operation
await mock.override("createBok", { status: 401 });
await mock.override("createBook", { status: 418, body: { anything: true } });
// @ts-expect-error another body is documented
await mock.override("createBook", { status: 401, body: { problem: "no" } });
export const fixtures = mockFixtures({ mock: "http://127.0.0.1:3000" });
export const route = routeToMock;
`,
    );
    expect(await typeErrors(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test("ranges of statuses and default stand for the usual statuses", async () => {
    const json = (type: string): object => ({ description: "", content: { "application/json": { schema: { type } } } });
    const get = { operationId: "a", responses: { 200: json("string"), 404: json("boolean"), "4XX": json("number") } };
    const post = { operationId: "b", responses: { default: json("number") } };
    const folder = await mkdtemp(join(tmpdir(), "onespec-testing-"));
    const description = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { get, post } } };
    await writeFile(join(folder, "api.json"), JSON.stringify(description));
    const sdk = await generatedClient(join(folder, "api.json"));
    await writeFile(
      join(sdk.folder, "use.ts"),
      `import type { DocumentedAnswers } from "./testing.js";
export const a: DocumentedAnswers["a"] = { 200: "", 404: true, 400: 1, 401: 1, 403: 1, 409: 1, 410: 1, 412: 1, 422: 1, 429: 1 };
export const b: DocumentedAnswers["b"][503] = 1;
// @ts-expect-error 404 has an answer of its own
export const c: DocumentedAnswers["a"][404] = 1;
// @ts-expect-error no range holds it
export type D = DocumentedAnswers["a"][500];
`,
    );
    expect(await typeErrors(sdk.folder)).toEqual([]);
    await sdk.remove();
    await rm(folder, { recursive: true });
  });

  test.skipIf(missingBrowser())(
    "the fixtures for Playwright let a page reach the mock",
    async () => {
      const cwd = fileURLToPath(new URL("../../../examples/client-tests", import.meta.url));
      const cli = join(cwd, "node_modules/@playwright/test/cli.js");
      const env = { ...process.env, ONESPEC_CHROMIUM: CHROMIUM, CI: "1" };
      const { stdout } = await promisify(execFile)(process.execPath, [cli, "test"], { cwd, env });
      expect(stdout).toContain("4 passed");
    },
    240_000,
  );

  test("without the mock server it says what to install", async () => {
    await expect(createTestClient()).rejects.toMatchObject({
      name: "ClientError",
      code: "MOCK_SERVER_MISSING",
      message: expect.stringContaining("npm install --save-dev @onespec/mock-server"),
    });
  });

  test("finds the mock server by itself where it is installed", async () => {
    const copy = await mkdtemp(join(import.meta.dirname, "..", ".testing-"));
    try {
      const { generateSdk } = await import("../dist/index.js");
      await generateSdk(BOOKSHOP, join(copy, "sdk"));
      const script = join(copy, "run.mjs");
      await writeFile(
        script,
        `import { createTestClient } from "./sdk/testing.js";
const { client, mock } = await createTestClient({ seed: 2 });
console.log(await client.books.find().count());
await mock.close();`,
      );
      const { stdout } = await promisify(execFile)(process.execPath, [script]);
      expect(stdout).toBe("2\n");
    } finally {
      await rm(copy, { recursive: true });
    }
  });

  test("the description is found in jsdom too, for which Vite replaces literal addresses by those of its server", async () => {
    const vite = await createViteServer({
      root: sdk.folder,
      configFile: false,
      logLevel: "silent",
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      const { code = "" } = (await vite.environments.client.transformRequest("/testing.js")) ?? {};
      expect(code).toContain("import.meta.url");
      expect(code).not.toContain("location");
    } finally {
      await vite.close();
    }
  });

  test("a description too large to carry has to be named", async () => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-large-"));
    const description = {
      openapi: "3.1.0",
      info: { title: "Large", version: "1", description: "x".repeat(2_100_000) },
      paths: { "/a": { get: { responses: { 200: { description: "ok" } } } } },
    };
    await writeFile(join(folder, "api.json"), JSON.stringify(description));
    const large = await generatedClient(join(folder, "api.json"));
    const testing = await import(pathToFileURL(join(large.folder, "testing.js")).href);
    await expect(testing.createTestClient({ createMockServer })).rejects.toMatchObject({
      code: "DESCRIPTION_MISSING",
      message: expect.stringContaining('createTestClient({ description: "api.yaml" })'),
    });
    await large.remove();
    await rm(folder, { recursive: true });
  });
});
