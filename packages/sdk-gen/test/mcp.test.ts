import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMockServer, type MockServer } from "@onespec/mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

let folder: string;
// biome-ignore lint/suspicious/noExplicitAny: generated
let module: any;
// biome-ignore lint/suspicious/noExplicitAny: generated
let index: any;
beforeAll(async () => {
  // Where the package of the protocol is found.
  folder = await mkdtemp(join(import.meta.dirname, "..", ".mcp-"));
  await generateSdk(BOOKSHOP, folder, { with: ["mcp"] });
  module = await import(pathToFileURL(join(folder, "mcp.js")).href);
  index = await import(pathToFileURL(join(folder, "index.js")).href);
});
afterAll(() => rm(folder, { recursive: true }));

let mock: MockServer;
beforeEach(async () => {
  mock = await createMockServer({ description: BOOKSHOP, seed: 60, port: 0 });
});
afterEach(() => mock.close());

/** The protocol's own client, connected to a server over the API's client. */
async function connected(options: object = {}): Promise<Client> {
  const api = new index.Client({ baseUrl: "http://localhost", fetch: (request: Request) => mock.fetch(request) });
  const server = await module.createMcpServer(api, options);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked
async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return isError ? { refused: text } : JSON.parse(text);
}

describe("the tools", () => {
  test("are few, and name the resources that they are for", async () => {
    const { tools } = await (await connected()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_resources",
      "describe_resource",
      "find_records",
      "count_records",
      "get_record",
      "create_record",
      "update_record",
      "replace_record",
      "delete_record",
      "call_method",
    ]);
    const replace = tools.find(({ name }) => name === "replace_record");
    expect(replace?.inputSchema).toMatchObject({ properties: { resource: { enum: ["books"] } } });
  });

  test("say what there is", async () => {
    const client = await connected();
    const { resources } = await use(client, "list_resources", { search: "buys" });
    expect(resources).toEqual([
      { name: "customers", about: "Who buys.", methods: ["create", "delete", "get", "find", "update"] },
    ]);
    const books = await use(client, "describe_resource", { resource: "books" });
    expect(books.relations).toEqual(["author", "reviews"]);
    expect(books.methods.create).toMatchObject({ route: "POST /books", example: expect.stringContaining("title:") });
    const price = books.toCreate.find(({ name }: { name: string }) => name === "price");
    expect(price).toMatchObject({ type: "integer", required: true, min: 100 });
    expect(books.listParameters).toContain("minPrice");
  });

  test("find, read, create, change and delete records", async () => {
    const client = await connected();
    const values = { title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 };
    const { id } = await use(client, "create_record", { resource: "books", values });
    const place = { resource: "books", id };
    expect(await use(client, "update_record", { ...place, changes: { price: 999 } })).toMatchObject({ price: 999 });
    const found = await use(client, "find_records", {
      resource: "books",
      where: { title: { contains: "Dispossessed" }, price: { "<": 1000 } },
      sort: "-price",
      select: ["id", "title"],
      populate: ["author"],
    });
    expect(found).toEqual({ records: [{ id, title: "The Dispossessed", author: expect.objectContaining({ id: 1 }) }] });
    expect(await use(client, "replace_record", { ...place, values })).toMatchObject({ price: 1299 });
    expect(await use(client, "count_records", { resource: "books" })).toEqual({ count: 61 });
    expect(await use(client, "delete_record", place)).toEqual({ deleted: id });
    expect(await use(client, "get_record", place)).toEqual({ refused: expect.stringContaining("404") });
  });

  test("reach below parents, and methods without a tool of their own", async () => {
    const client = await connected();
    const review = { resource: "reviews", parents: { bookId: 1 }, values: { rating: 5, reviewer: "Odo" } };
    expect(await use(client, "create_record", review)).toMatchObject({ rating: 5, bookId: 1 });
    const settings = await use(client, "call_method", { resource: "settings", method: "get" });
    expect(settings).toHaveProperty("currency");
    const [order] = (await use(client, "find_records", { resource: "orders", limit: 1 })).records;
    const cancel = { resource: "orders", method: "cancel", params: { orderId: order.id }, body: {} };
    expect(await use(client, "call_method", cancel)).toMatchObject({ id: order.id });
  });

  test("give a bounded number of records", async () => {
    const client = await connected();
    expect((await use(client, "find_records", { resource: "books" })).records).toHaveLength(20);
    expect((await use(client, "find_records", { resource: "books", limit: 50 })).records).toHaveLength(50);
    expect(await use(client, "find_records", { resource: "books", limit: 51 })).toEqual({
      refused: "limit must be a whole number from 1 to 50.",
    });
  });

  test.each([
    ["create_record", { resource: "books", values: { title: 7 } }, "body title: must be a string"],
    ["find_records", { resource: "books", where: { titel: "a" } }, "title"],
    ["find_records", { resource: "book" }, "Resources: authors, books"],
    ["find_records", { resource: "books", serach: "a" }, 'There is no argument "serach"'],
    ["find_records", { resource: "reviews" }, 'give parents: {"bookId": …}'],
    ["find_records", { resource: "books", parents: { shop: 1 } }, "books has no parent shop"],
    ["get_record", { resource: "books" }, "The argument id is missing."],
    ["delete_record", { resource: "orders", id: 1 }, "orders has no delete. Its methods: create, get, find"],
    ["call_method", { resource: "books", method: "create" }, "create has a tool of its own: create_record."],
    ["call_method", { resource: "books", method: "burn" }, "books has no method burn"],
    ["call_method", { resource: "settings", method: "get", body: {} }, "settings.get takes no body"],
    ["burn_records", {}, "Tools: list_resources"],
  ])("reject in words: %s %j", async (name, args, reason) => {
    expect(await use(await connected(), name, args)).toEqual({ refused: expect.stringContaining(reason) });
  });

  test("only read with readOnly", async () => {
    const client = await connected({ readOnly: true });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /create|update|replace|delete/.test(name))).toEqual([]);
    const update = { resource: "settings", method: "update", body: { currency: "EUR" } };
    expect(await use(client, "call_method", update)).toEqual({ refused: expect.stringContaining("only reads") });
    expect(await use(client, "call_method", { resource: "settings", method: "get" })).toHaveProperty("currency");
  });
});

describe("mcp.js as a program", () => {
  test("serves on standard input and output", async () => {
    const { url } = await mock.listen();
    const client = new Client({ name: "test", version: "1" });
    const args = [join(folder, "mcp.js"), "--base-url", url, "--read-only"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { API_TOKEN: "demo" } }));
    onTestFinished(() => client.close());
    expect(await use(client, "count_records", { resource: "orders" })).toEqual({ count: 60 });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("create_record");
  });

  test("rejects unknown options, and says what to install", async () => {
    const run = (script: string, ...args: string[]) => promisify(execFile)(process.execPath, [script, ...args]);
    await expect(run(join(folder, "mcp.js"), "--base")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--base"),
    });
    const away = await generatedClient(BOOKSHOP, { with: ["mcp"] });
    await expect(run(join(away.folder, "mcp.js"))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("npm install @modelcontextprotocol/sdk"),
    });
    await away.remove();
  });
});

test.each([
  { language: "js", queries: true, validation: true },
  { language: "ts", queries: true, validation: true },
  { language: "ts", queries: false, validation: false },
] as const)("its types hold: %o", async (options) => {
  const own = await mkdtemp(join(import.meta.dirname, "..", ".mcp-"));
  try {
    await generateSdk(BOOKSHOP, own, { with: ["mcp"], ...options });
    await writeFile(
      join(own, "use.ts"),
      `import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Client } from "./index.js";
import { createMcpServer } from "./mcp.js";
const server = await createMcpServer(new Client(), { readOnly: true });
await server.connect(new StdioServerTransport());
`,
    );
    const errors = await typeErrors(own);
    expect(errors.filter((line) => !line.includes("node_modules"))).toEqual([]);
  } finally {
    await rm(own, { recursive: true });
  }
});
