import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { BOOKSHOP, makeFolder, startServer } from "./run-command.js";

const BIN = fileURLToPath(new URL("../bin/mock-server.js", import.meta.url));

/** The official client, talking to the command. */
async function connect(source: string, ...flags: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const cwd = await makeFolder();
  const transport = new StdioClientTransport({ command: process.execPath, args: [BIN, "mcp", source, ...flags], cwd });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return isError ? { refused: text } : JSON.parse(text);
}

test("the tools find, create, read, change and delete records, with the mock's validation", async () => {
  const client = await connect(BOOKSHOP, "--seed", "3", "--memory");
  const { tools } = await client.listTools();
  expect(tools.length).toBeLessThan(20);
  const { collections } = (await use(client, "list_resources")) as { collections: { name: string; records: number }[] };
  expect(collections).toContainEqual(expect.objectContaining({ name: "authors", records: 3 }));
  const refused = await use(client, "create_record", { resource: "authors", value: { name: 7 } });
  expect(refused).toEqual({ refused: expect.stringContaining("/name") });
  const made = (await use(client, "create_record", { resource: "authors", value: { name: "Ada" } })) as { key: string };
  const place = { resource: "authors", key: made.key };
  expect(await use(client, "get_record", place)).toMatchObject({ value: { name: "Ada" } });
  await use(client, "update_record", { ...place, value: { name: "Ada Lovelace" } });
  const found = await use(client, "find_records", { resource: "authors", search: "lovelace" });
  expect(found).toMatchObject({ records: [{ key: made.key, value: { name: "Ada Lovelace" } }] });
  const same = await use(client, "find_records", { resource: "authors", where: { name: "Ada Lovelace" } });
  expect(same).toMatchObject({ total: 1 });
  expect(await use(client, "list_resources")).toMatchObject({ singletons: expect.any(Array) });
  expect(client.getInstructions()).toContain("list_resources");
  await use(client, "delete_record", place);
  expect(await use(client, "get_record", place)).toEqual({
    refused: expect.stringMatching(/no record.*Find its key/),
  });
});

test("the tools send requests, prepare failures, and save and restore the state", async () => {
  const client = await connect(BOOKSHOP, "--seed", "3", "--memory");
  const listed = (await use(client, "list_operations", { search: "authors" })) as {
    operations: { id: string; path: string; method: string }[];
  };
  const list = listed.operations.find(({ method, path }) => method === "GET" && path === "/authors");
  await use(client, "save_snapshot", { name: "before" });
  await use(client, "override_next_calls", { operationId: list?.id, status: 503 });
  expect(await use(client, "call_operation", { method: "GET", path: "/authors" })).toMatchObject({ status: 503 });
  const post = { method: "POST", path: "/authors", body: { name: "Bo" } };
  expect(await use(client, "call_operation", post)).toMatchObject({ status: 201, body: { name: "Bo" } });
  const one = { operationId: "getAuthor", parameters: { authorId: 1 } };
  expect(await use(client, "call_operation", one)).toMatchObject({ status: 200, body: { id: 1 } });
  expect(await use(client, "call_operation", {})).toEqual({ refused: "Give operationId, or method and path." });
  await use(client, "restore_snapshot", { name: "before" });
  expect(await use(client, "find_records", { resource: "authors" })).toMatchObject({ total: 3 });
});

test("a misspelt argument and an unknown tool are rejected", async () => {
  const client = await connect(BOOKSHOP, "--memory");
  const find = (where: object): Promise<unknown> => use(client, "find_records", { resource: "authors", where });
  expect(await find({ nmae: "Ada" })).toEqual({ refused: expect.stringContaining("Did you mean name?") });
  expect(await find({ name: { startsWith: "A" } })).toEqual({ refused: expect.stringContaining("where") });
  expect(await use(client, "find_records", { resource: "authors", serach: "x" })).toEqual({
    refused: 'There is no argument "serach". Arguments: resource, search, where, sort, offset, limit.',
  });
  expect(await use(client, "drop_all")).toEqual({ refused: expect.stringContaining("There is no tool") });
});

test("arguments that name nothing, or something else, are rejected", async () => {
  const client = await connect(BOOKSHOP, "--seed", "2", "--memory");
  for (const key of ["", ".", ".."])
    for (const tool of ["delete_record", "get_record"])
      expect(await use(client, tool, { resource: "authors", key })).toEqual({
        refused: expect.stringContaining("names nothing"),
      });
  expect(await use(client, "delete_record", { resource: "..", key: "overrides" })).toHaveProperty("refused");
  expect(await use(client, "find_records", { resource: "authors" })).toMatchObject({ total: 2 });
  for (const [tool, args, reason] of [
    ["find_records", { resource: "authors", limit: 51 }, "The argument limit must be at most 50."],
    ["get_record", { resource: "authors", key: 1 }, "The argument key must be a string."],
    ["call_operation", { method: "GET", path: "@example.com/" }, "The argument path must match the pattern ^/."],
  ] as const)
    expect(await use(client, tool, args)).toEqual({ refused: reason });
});

test("a call that names its operation twice, or parameters beside a path, is rejected", async () => {
  const client = await connect(BOOKSHOP, "--seed", "1", "--memory");
  const refused = { refused: expect.stringMatching(/Give operationId and parameters, or method and path/) };
  const path = "/authors";
  const twice = { operationId: "getAuthor", parameters: { authorId: 1 }, method: "DELETE", path: "/authors/1" };
  expect(await use(client, "call_operation", twice)).toEqual(refused);
  expect(await use(client, "call_operation", { method: "GET", path, parameters: { limit: 1 } })).toEqual(refused);
  expect(await use(client, "call_operation", { operationId: "listAuthors", parameters: { q: { a: 1 } } })).toEqual({
    refused: "The parameter q is no text: give method and path with the query.",
  });
});

test("a change with a result that is too long is not an error", async () => {
  const client = await connect(BOOKSHOP, "--memory");
  const value = { name: "Ada", bio: "x".repeat(100_000) };
  const { content, isError } = await client.callTool({
    name: "create_record",
    arguments: { resource: "authors", value },
  });
  expect([isError, JSON.stringify(content)]).toEqual([false, expect.stringContaining("Done. The result has")]);
  expect(await use(client, "find_records", { resource: "authors" })).toEqual({
    refused: expect.stringContaining("Ask for less"),
  });
});

test("the address of a running mock serves its state", async () => {
  const folder = await makeFolder();
  const server = await startServer([BOOKSHOP, "--seed", "2", "--memory"], folder);
  const client = await connect(server.url);
  await use(client, "create_record", { resource: "authors", value: { name: "Shared" } });
  const authors = await fetch(`${server.url}/authors`);
  expect(await authors.text()).toContain('"Shared"');
});
