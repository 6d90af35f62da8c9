import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createMockServer } from "@onespec/mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";

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
