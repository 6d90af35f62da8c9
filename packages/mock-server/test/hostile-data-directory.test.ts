import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadDescription } from "@onespec/spec-core";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { crud } from "./http-client.js";
import { makeFolder } from "./run-command.js";

const PATHS = {
  ...crud("/pets", { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } }),
  "/file": {
    put: { requestBody: { content: { "application/octet-stream": {} } }, responses: { 204: { description: "kept" } } },
  },
};

async function serve(dataDir: string): Promise<MockServer> {
  const api = await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS });
  const mock = await createMockServer(api, { dataDir });
  onTestFinished(() => mock.close().catch(() => undefined));
  return mock;
}

const post = (mock: MockServer, path: string, body = "{}", type = "application/json") =>
  mock.fetch(new Request(`http://mock.test${path}`, { method: "POST", body, headers: { "content-type": type } }));

/** A data directory, and a file beside it that nobody may change. */
async function beside(): Promise<{ folder: string; data: string; outside: string }> {
  const folder = await makeFolder({ "outside.txt": "untouched" });
  const data = join(folder, "data");
  await mkdir(data);
  return { folder, data, outside: join(folder, "outside.txt") };
}

test.each(["pets.json.tmp", ".sequences.json.tmp"])(
  "a link %s to another file is replaced, not followed",
  async (name) => {
    const { data, outside } = await beside();
    await symlink(outside, join(data, name));
    const mock = await serve(data);
    expect((await post(mock, "/pets", '{"name":"Rex"}')).status).toBe(201);
    await mock.close();
    expect(await readFile(outside, "utf8")).toBe("untouched");
    expect(await readFile(join(data, "pets.json"), "utf8")).toContain("Rex");
  },
);

test("a readable file that is a link is read, and replaced by a file when it is written", async () => {
  const { folder, data } = await beside();
  const shared = join(folder, "shared.json");
  await writeFile(shared, '[{"id":1,"name":"Rex"}]');
  await symlink(shared, join(data, "pets.json"));
  const mock = await serve(data);
  await post(mock, "/pets", '{"name":"Max"}');
  await mock.close();
  expect(await readFile(shared, "utf8")).toBe('[{"id":1,"name":"Rex"}]');
  expect(await readFile(join(data, "pets.json"), "utf8")).toMatch(/Rex[\s\S]*Max/);
});

test("a folder of files that is a link ends the start: nothing is written or deleted where it leads", async () => {
  const { folder, data } = await beside();
  const other = join(folder, "other");
  await mkdir(other);
  await writeFile(join(other, "incoming-1"), "mine");
  await symlink(other, join(data, ".files"));
  await expect(serve(data)).rejects.toMatchObject({
    code: "STORE_UNWRITABLE",
    message: expect.stringContaining(".files"),
  });
  expect(await readdir(other)).toEqual(["incoming-1"]);
});

test.each([
  ["a link that leads nowhere", (file: string) => symlink("/nonexistent/lock", file), "STORE_UNWRITABLE"],
  ["a folder", (file: string) => mkdir(file), "STORE_UNREADABLE"],
])("a lock that is %s ends the start", async (_name, make, code) => {
  const { data } = await beside();
  await make(join(data, ".lock"));
  await expect(serve(data)).rejects.toMatchObject({ code });
});

test.each([
  ["binary", "pets.json", Buffer.from([0, 255, 254, 0, 1])],
  ["no list", "pets.json", '{"id":1}'],
  ["a list of what is no record", "pets.json", "[1, null]"],
  ["JSON nested 100,000 levels deep", "pets.json", `[{"id":1,"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`],
  ["one key twice", "pets.json", '[{"id":1},{"id":1}]'],
  ["binary", "pets.journal.jsonl", Buffer.from([0, 255, 10, 254, 10, 1])],
  ["a line of 20 MB", "pets.journal.jsonl", `${"x".repeat(20_000_000)}\n{}\n`],
  ["a number that is none", ".sequences.json", '{"pets":"many"}'],
])(
  "what is %s in %s ends the start with file and line, or is served; it stays as it was",
  async (_name, name, content) => {
    const { data } = await beside();
    await writeFile(join(data, name), content);
    const before = await readFile(join(data, name));
    const outcome = await serve(data).then(
      async (mock) => (await mock.fetch(new Request("http://mock.test/pets"))).status,
      (error: { code?: string; message: string }) => `${error.code} ${error.message.includes(name)}`,
    );
    expect(["STORE_CORRUPT true", 200]).toContain(outcome);
    if (outcome !== 200) expect((await readFile(join(data, name))).equals(before)).toBe(true);
  },
);

test.each(["pets.json", "pets.journal.jsonl", ".sequences.json"])("a folder called %s ends the start", async (name) => {
  const { data } = await beside();
  await mkdir(join(data, name));
  await expect(serve(data)).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
});

test("files with the name of no resource stay, whatever they are", async () => {
  const { data } = await beside();
  const names = ["..json", "con.json", "a b.json", "%2e%2e.json", "constructor.json", "__proto__.json", "notes.txt"];
  for (const name of names) await writeFile(join(data, name), "[]");
  const mock = await serve(data);
  expect((await post(mock, "/pets")).status).toBe(201);
  await mock.close();
  for (const name of names) expect(await readFile(join(data, name), "utf8")).toBe("[]");
});

test("snapshots, sessions and uploads with separators in their names make no file of that name", async () => {
  const { folder, data } = await beside();
  const mock = await serve(data);
  for (const name of ["..%2F..%2Fevil", "%2Fetc%2Fevil", "..", "a%00b", "..%5Cevil"]) {
    expect((await post(mock, `/__mock/snapshots/${name}`)).status).toBeLessThan(500);
  }
  const headers = { "mock-session": "../../evil", "content-type": "application/octet-stream" };
  const put = new Request("http://mock.test/file", { method: "PUT", body: "x", headers });
  expect((await mock.fetch(put)).status).toBe(400);
  await mock.close();
  expect((await readdir(folder)).sort()).toEqual(["data", "outside.txt"]);
  expect((await readdir(data)).filter((name) => name.includes("evil"))).toEqual([]);
});
