import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { crud, serve } from "./http-client.js";
import { makeFolder, runCommand, startServer } from "./run-command.js";

const AUTHOR = {
  type: "object",
  required: ["id", "name", "createdAt"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 2 },
    createdAt: { type: "string", format: "date-time", readOnly: true },
  },
};
const BOOK = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "string" }, title: { type: "string" }, authorId: { type: "integer" } },
};
const NOTE = {
  type: "object",
  required: ["text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const PATHS = {
  ...crud("/authors", AUTHOR),
  ...crud("/books", BOOK, { type: "string" }),
  ...crud("/books/{bookId}/notes", NOTE),
};
const API = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: PATHS });

const LABELLED = {
  type: "object",
  required: ["label"],
  properties: { id: { type: "integer", readOnly: true }, label: { type: "string" } },
};
const LOAN = {
  type: "object",
  required: ["book_id", "author_id"],
  properties: {
    id: { type: "integer", readOnly: true },
    book_id: { type: "string" },
    author_id: { type: "integer" },
  },
};
const LIBRARY = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: { ...PATHS, ...crud("/shelves", LABELLED), ...crud("/loans", LOAN) },
});

async function folderOf(
  seeds: Readonly<Record<string, string | Buffer>>,
  files: Readonly<Record<string, string>> = {},
) {
  const folder = await makeFolder({ "api.json": API, ...files });
  await mkdir(join(folder, "seeds"));
  for (const [name, text] of Object.entries(seeds)) await writeFile(join(folder, "seeds", name), text);
  return folder;
}

test.each([
  [
    "two files of one resource",
    { "authors.json": "[]", "authors.yaml": "[]" },
    "seeds/authors.json has the records of authors already",
  ],
  [
    "a module and a file",
    { "authors.json": "[]", "authors.mjs": "export default () => []" },
    "has the records of authors already",
  ],
  [
    "a file that is not UTF-8",
    { "authors.json": Buffer.from('[{"name":"\xe9\xe9"}]', "latin1") },
    "seeds/authors.json is not UTF-8 text",
  ],
  [
    "a module without a default export",
    { "authors.mjs": "export const authors = [];" },
    "seeds/authors.mjs has no default export",
  ],
  [
    "a module that exports no list",
    { "authors.mjs": "export default new Map([[1, {}]]);" },
    "holds neither a list of records nor",
  ],
  [
    "a record that contains itself",
    { "authors.yaml": "- &a { name: Ursula, self: *a }" },
    "/0 is nested more than 500 levels deep, or contains itself",
  ],
] as const)("%s: nothing is served", async (_name, seeds, message) => {
  const folder = await folderOf(seeds);
  const { exitCode, stderr } = await runCommand(["api.json", "--memory", "--seeds", "seeds"], folder);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});

async function get(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

/** Asks until the answer is as wanted; the test's own time limit ends it. */
async function until(isRight: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isRight())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a file of data in another format is an error", async () => {
  const folder = await folderOf({ "authors.csv": "id,name\n1,Ann\n" });
  const { exitCode, stderr } = await runCommand(["api.json", "--port", "0", "--memory", "--seeds", "seeds"], folder);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining("seeds/authors.csv is not a seed. [SEEDS_UNREADABLE]"),
  ]);
});

describe("documents at one path", () => {
  const settings = { type: "object", properties: { theme: { type: "string" }, size: { type: "integer" } } };
  const content = { "application/json": { schema: settings } };
  const answers = { responses: { 200: { description: "ok", content } } };
  const document = { get: answers, put: { ...answers, requestBody: { content } } };
  const author = { name: "authorId", in: "path", required: true, schema: { type: "integer" } };
  const paths = {
    ...PATHS,
    "/settings": document,
    "/status": { get: { operationId: "getStatus", ...answers } },
    "/authors/{authorId}/profile": { parameters: [author], ...document },
  };
  const api = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const files = { "api.json": api };

  test("begin as singletons.yaml says, and a reset goes back to it", async () => {
    const authors = "- { id: 1, name: Ann }\n- { id: 2, name: Bob }\n";
    const singletons = "/settings: { theme: dark }\n/authors/2/profile: { theme: light, size: 3 }\n";
    const folder = await folderOf({ "authors.yaml": authors, "singletons.yaml": singletons }, files);
    const { url } = await startServer(["api.json", "--memory", "--seeds", "seeds"], folder);
    expect(await get(`${url}/settings`)).toEqual({ theme: "dark" });
    expect(await get(`${url}/authors/2/profile`)).toEqual({ theme: "light", size: 3 });
    const headers = { "content-type": "application/json" };
    await fetch(`${url}/settings`, { method: "PUT", headers, body: '{"theme":"blue"}' });
    expect(await get(`${url}/settings`)).toMatchObject({ theme: "blue" });
    expect((await fetch(`${url}/__mock/reset`, { method: "POST" })).ok).toBe(true);
    expect(await get(`${url}/settings`)).toEqual({ theme: "dark" });
  });

  test("are reported at the start if a client changed them meanwhile", async () => {
    const folder = await folderOf({ "singletons.json": '{ "/settings": { "theme": "dark" } }' }, files);
    const first = await startServer(["api.json", "--seeds", "seeds"], folder);
    const headers = { "content-type": "application/json" };
    await fetch(`${first.url}/settings`, { method: "PUT", headers, body: '{"theme":"blue"}' });
    await first.end("SIGTERM");
    const second = await startServer(["api.json", "--seeds", "seeds"], folder);
    expect(await get(`${second.url}/settings`)).toMatchObject({ theme: "blue" });
    expect(second.report).toContain("Seeds    of singletons are not used");
  });

  test.each([
    [
      "one that does not fit",
      "singletons.yaml",
      "/settings:\n  theme: 7\n",
      "seeds/singletons.yaml:2",
      "/settings: /theme must",
    ],
    ["one at no such path", "singletons.yaml", "/nowhere: {}\n", "/nowhere is the path of no singleton", "/settings"],
    [
      "one that clients only read",
      "singletons.yaml",
      "/status: {}\n",
      "no singleton",
      "GET /status has generated answers",
    ],
    ["a file of one that clients only read", "status.yaml", "theme: dark\n", "no resource status", "getStatus.js"],
    ["a list", "singletons.yaml", "- 1\n", "singletons holds no object of documents by path", "seeds/singletons.yaml"],
    ["a file of its own", "settings.yaml", "theme: dark\n", "one document at /settings", "into singletons.json"],
  ])("%s is a mistake", async (_, name, text, ...messages) => {
    const folder = await folderOf({ [name]: text }, files);
    const { exitCode, stderr } = await runCommand(["api.json", "--memory", "--seeds", "seeds"], folder);
    expect(exitCode).toBe(1);
    for (const message of messages) expect(stderr).toContain(message);
  });
});

test("optional properties that a seed leaves out stay absent, but for defaults and what the server maintains", async () => {
  const time = { type: "string", format: "date-time", readOnly: true };
  const order = {
    type: "object",
    required: ["id", "status"],
    properties: {
      id: { type: "integer", readOnly: true },
      status: { type: "string", enum: ["placed", "paid"], readOnly: true },
      note: { type: ["string", "null"], readOnly: true },
      tracking: { type: "string", readOnly: true },
      gift: { type: "boolean", default: false },
      cancelledAt: time,
      updatedAt: time,
    },
  };
  const call = await serve(
    crud("/orders", order),
    {},
    { seeds: { orders: [{ id: 4, status: "paid" }, { note: "x" }] } },
  );
  const maintained = { gift: false, updatedAt: expect.any(String) };
  expect((await call("GET", "/orders")).body).toEqual([
    { id: 4, status: "paid", ...maintained },
    { id: expect.any(Number), status: expect.any(String), note: "x", ...maintained },
  ]);
});

const LOANS = 'export default (sample, state) => state("books").map(({ id }) => sample({ book_id: id }));';

describe("--seeds", () => {
  test("takes records from JSON, YAML and code, in lists or by id, also below parents; --seed fills up the rest", async () => {
    const folder = await folderOf({
      "authors.yaml": "- name: Ursula\n- { id: 7, name: Octavia }\n",
      "books.json": '{ "earthsea": { "title": "A Wizard of Earthsea", "authorId": 1 } }',
      "books.notes.mjs":
        'export default (sample, state) => state("books").length === 3 ? [{ bookId: "earthsea", ...sample({ text: "read" }) }] : [];',
      "_helper.json": "not read",
    });
    const server = await startServer(["api.json", "--memory", "--seeds", "seeds", "--seed", "3"], folder);
    const authors = (await get(`${server.url}/authors`)) as { id: number; name: string; createdAt: string }[];
    expect(authors.map(({ id }) => id)).toEqual([1, 7, 3]);
    expect(authors.slice(0, 2).map(({ name }) => name)).toEqual(["Ursula", "Octavia"]);
    expect(Date.parse(authors[0]?.createdAt ?? "")).not.toBeNaN();
    const books = (await get(`${server.url}/books`)) as { id: string }[];
    expect(books[0]).toEqual({ id: "earthsea", title: "A Wizard of Earthsea", authorId: 1 });
    expect(books).toHaveLength(3);
    expect(await get(`${server.url}/books/earthsea/notes`)).toMatchObject([{ text: "read" }]);
  });

  test("functions see each other's records with ids, whatever their order, and fields in another notation", async () => {
    const folder = await folderOf(
      {
        "authors.mjs":
          'export default (sample, state) => state("shelves").map(({ id, label }) => sample({ name: `${label}-${id}` }));',
        "books.json": '[{ "title": "Emma" }]',
        "loans.mjs":
          'export default (sample, state) => state("books").map(({ id }) => sample({ bookId: id, authorID: state("authors")[1].id }));',
        "shelves.mjs":
          "export default (sample) => [sample({ label: 'a' }), { id: 1, label: 'b' }, sample({ label: 'c' })];",
      },
      { "api.json": LIBRARY },
    );
    const server = await startServer(["api.json", "--memory", "--seeds", "seeds"], folder);
    expect(await get(`${server.url}/shelves`)).toMatchObject([
      { id: 2, label: "a" },
      { id: 1, label: "b" },
      { id: 3, label: "c" },
    ]);
    expect(await get(`${server.url}/authors`)).toMatchObject([
      { id: 1, name: "a-2" },
      { id: 2, name: "b-1" },
      { id: 3, name: "c-3" },
    ]);
    const [{ id }] = (await get(`${server.url}/books`)) as [{ id: string }];
    expect(id).toMatch(/./);
    expect(await get(`${server.url}/loans`)).toEqual([{ id: 1, book_id: id, author_id: 2 }]);
  });

  test("functions see generated records as well, and their samples name records that are there", async () => {
    const folder = await folderOf(
      { "loans.mjs": LOANS, "shelves.json": '[{ "label": "a" }]' },
      { "api.json": LIBRARY },
    );
    const server = await startServer(["api.json", "--memory", "--seeds", "seeds", "--seed", "4"], folder);
    const books = (await get(`${server.url}/books`)) as { id: string }[];
    const authors = (await get(`${server.url}/authors`)) as { id: number }[];
    const loans = (await get(`${server.url}/loans`)) as { book_id: string; author_id: number }[];
    expect(loans.map(({ book_id }) => book_id)).toEqual(books.map(({ id }) => id));
    expect(loans.map(({ author_id }) => author_id).sort()).toEqual(authors.map(({ id }) => id).sort());
  });

  test.each([
    [
      "state('books')",
      'state("books"): no seeds have its records. Write a file books.js, or generate records with --seed.',
    ],
    ["state('shelfs')", 'state("shelfs"): there is no such resource. Did you mean shelves?'],
    ["state('loans')", "need each other's records"],
  ])("%s in a function that gets no records stops the start with the next step", async (call, says) => {
    const folder = await folderOf(
      {
        "shelves.mjs": `export default (sample, state) => ${call};`,
        "loans.mjs": "export default (s, state) => state('shelves');",
      },
      { "api.json": LIBRARY },
    );
    const { exitCode, stderr } = await runCommand(["api.json", "--memory", "--seeds", "seeds"], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
  });

  test("alone generates nothing; a reset restores the seeds, and stored data stays", async () => {
    const folder = await folderOf({ "authors.json": '[{ "name": "Ursula" }]' });
    const args = ["api.json", "--seeds", "seeds"];
    const server = await startServer(args, folder);
    expect(await get(`${server.url}/books`)).toEqual([]);
    await fetch(`${server.url}/authors/1`, { method: "DELETE" });
    await server.end("SIGTERM");
    const again = await startServer(args, folder);
    // An id is never given twice.
    expect(await get(`${again.url}/authors`)).toMatchObject([{ id: 2, name: "Ursula" }]);
    await fetch(`${again.url}/authors`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"Octavia"}',
    });
    await again.end("SIGTERM");
    const third = await startServer(args, folder);
    expect(await get(`${third.url}/authors`)).toHaveLength(2);
    await fetch(`${third.url}/__mock/reset`, { method: "POST" });
    expect(await get(`${third.url}/authors`)).toMatchObject([{ id: 1, name: "Ursula" }]);
  });

  test("the start names resources whose records are not those of their seeds", async () => {
    const folder = await folderOf({
      "authors.json": '[{ "name": "Ursula" }]',
      "books.notes.yaml": "- { bookId: earthsea, text: read }",
      "books.json": '{ "earthsea": { "title": "A Wizard of Earthsea" } }',
    });
    const first = await startServer(["api.json", "--seed", "4"], folder);
    await first.end("SIGTERM");
    const args = ["api.json", "--seeds", "seeds"];
    const second = await startServer(args, folder);
    await fetch(`${second.url}/__mock/reset`, { method: "POST" });
    const { stdout } = await second.end("SIGTERM");
    const said =
      "Seeds    of authors, books, books.notes are not used: they have other records; reset with POST /__mock/reset\n";
    expect(stdout).toContain(said);
    const third = await startServer(args, folder);
    expect((await third.end("SIGTERM")).stdout).not.toContain("not used");
  });

  test("tells every mistake with file, line and property before anything is written", async () => {
    const folder = await folderOf({
      "author.json": "[]",
      "authors.yaml": "- name: Ursula\n- nmae: Octavia\n- name: U\n- 5\n",
      "books.json": '[\n  { "id": "a", "title": "A", "authorId": "x" },\n  { "id": "a", "title": "B" }\n]',
      "books.notes.yaml": "- text: lost\n",
    });
    const { exitCode, stderr } = await runCommand(["api.json", "--port", "0", "--seeds", "seeds"], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("seeds/author.json");
    expect(stderr).toContain("Did you mean authors?");
    expect(stderr).toMatch(/seeds\/authors\.yaml:2:\d+: error: \/1\/name is required/);
    expect(stderr).toMatch(
      /seeds\/authors\.yaml:2:\d+: error: \/1\/nmae is not declared\n {2}hint: Did you mean name\?/,
    );
    expect(stderr).toMatch(/seeds\/authors\.yaml:3:\d+: error: \/2\/name must /);
    expect(stderr).toMatch(/seeds\/authors\.yaml:4:\d+: error: \/3 is no record of authors/);
    expect(stderr).toMatch(/seeds\/books\.json:2:\d+: error: \/0\/authorId must be /);
    expect(stderr).toMatch(/seeds\/books\.json:3:\d+: error: \/1 has the id of \/0: "a"/);
    expect(stderr).toMatch(/seeds\/books\.notes\.yaml:1:\d+: error: \/0\/bookId is required/);
    expect(stderr).toContain("8 mistakes in the seeds. [SEEDS_INVALID]");
    expect(await readdir(folder)).toEqual(["api.json", "seeds"]);
  });

  test.each([
    {
      what: "a folder that is not there",
      files: {},
      folder: "sedes",
      says: /"sedes" does not exist\. \[SEEDS_UNREADABLE\]\n {2}hint: Name a folder of <resource>\.json, \.yaml, \.js or \.ts with --seeds\.$/m,
    },
    {
      what: "a number of records",
      files: {},
      folder: "10",
      says: /hint: To generate 10 records of each resource, write --seed 10\./,
    },
    {
      what: "bad YAML",
      files: { "authors.yaml": "- name: [" },
      folder: "seeds",
      says: /seeds\/authors\.yaml:\d+:\d+: /,
    },
    {
      what: "bad JSON",
      files: { "authors.json": '[{\n"name" 5}]' },
      folder: "seeds",
      says: /seeds\/authors\.json:2:\d+: /,
    },
    {
      what: "a function that fails",
      files: { "authors.mjs": 'export default () => { throw new Error("no"); };' },
      folder: "seeds",
      says: /seeds\/authors\.mjs: error: the function failed: no/,
    },
    { what: "a text", files: { "authors.yaml": "Ursula" }, folder: "seeds", says: /neither a list of records nor/ },
  ])("stops the start at $what", async ({ files, folder: name, says }) => {
    const folder = await folderOf(files as Record<string, string>);
    const { exitCode, stderr } = await runCommand(["api.json", "--port", "0", "--seeds", name], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(says);
  });

  test("below a record that is neither among the others' seeds nor made are a mistake", async () => {
    const folder = await folderOf({
      "books.json": '[{ "id": "a", "title": "A" }]',
      "books.notes.json": '[{ "bookId": "a", "text": "fine" },\n { "bookId": "b", "text": "lost" }]',
    });
    const args = ["api.json", "--memory", "--port", "0", "--seeds", "seeds"];
    const { exitCode, stderr } = await runCommand(args, folder);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/seeds\/books\.notes\.json:2:\d+: error: \/1\/bookId names no record of books: "b"/);
    expect(stderr).toContain("1 mistake in the seeds.");
    const more = await runCommand([...args, "--seed", "2"], folder);
    expect(more.stderr).toMatch(/\/1\/bookId names no record of books: "b"/);
    await writeFile(join(folder, "seeds", "books.notes.json"), '[{ "bookId": "book-2", "text": "made" }]');
    const server = await startServer([...args, "--seed", "2"], folder);
    expect(await get(`${server.url}/books/book-2/notes`)).toMatchObject([{ text: "made" }, { id: 2 }]);
  });

  test("below records without ids are checked against the ids that are generated for them", async () => {
    const folder = await folderOf({
      "books.json": '[{ "title": "A" }, { "title": "B" }]',
      "books.notes.json": '[{ "bookId": "book-2", "text": "fine" },\n { "bookId": "book-3", "text": "lost" }]',
    });
    const args = ["api.json", "--port", "0", "--seeds", "seeds"];
    const { exitCode, stderr } = await runCommand(args, folder);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/seeds\/books\.notes\.json:2:\d+: error: \/1\/bookId names no record of books: "book-3"/);
    expect(existsSync(join(folder, ".mock-data", "books.json"))).toBe(false);
    await writeFile(join(folder, "seeds", "books.notes.json"), '[{ "bookId": "book-2", "text": "fine" }]');
    const server = await startServer([...args, "--watch"], folder);
    expect(await get(`${server.url}/books/book-2/notes`)).toMatchObject([{ text: "fine" }]);
    await writeFile(join(folder, "seeds", "books.notes.json"), '[{ "bookId": "book-9", "text": "lost" }]');
    await until(() => server.errors().includes('/0/bookId names no record of books: "book-9"'));
    await fetch(`${server.url}/__mock/reset`, { method: "POST" });
    expect(await get(`${server.url}/books/book-2/notes`)).toMatchObject([{ text: "fine" }]);
  });

  test("can stand in the config file, as a folder beside it or as records", async () => {
    const config = { memory: true, seeds: { authors: [{ name: "Ursula" }], books: { e: { title: "E" } } } };
    const inline = await folderOf({}, { "mock-server.config.json": JSON.stringify(config) });
    const server = await startServer(["api.json"], inline);
    expect(await get(`${server.url}/books/e`)).toEqual({ id: "e", title: "E" });
    const folder = await folderOf(
      { "authors.json": '[{ "name": "Octavia" }]' },
      { "mock-server.config.json": '{ "memory": true, "seeds": "seeds" }' },
    );
    const other = await startServer([join(folder, "api.json")], dirname(folder));
    expect(await get(`${other.url}/authors`)).toMatchObject([{ name: "Octavia" }]);
    const wrong = await folderOf({}, { "mock-server.config.json": '{ "seeds": { "authors": [{}] } }' });
    const { exitCode, stderr } = await runCommand(["api.json", "--port", "0"], wrong);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("/0/name is required");
  });

  test("that are rejected leave the data directory to the next start of the program", async () => {
    const dataDir = join(await makeFolder({}), "data");
    const lost = { books: [{ title: "A" }], "books.notes": [{ bookId: "book-9", text: "lost" }] };
    const start = (seeds: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>) =>
      serve(PATHS, {}, { memory: false, dataDir, seeds });
    await expect(start(lost)).rejects.toMatchObject({ code: "SEEDS_INVALID" });
    const call = await start({ authors: [{ name: "Ursula" }] });
    expect((await call("GET", "/authors")).body).toMatchObject([{ name: "Ursula" }]);
  });

  test("of a program are the records themselves; sessions see them", async () => {
    const call = await serve(PATHS, {}, { seeds: { authors: [{ name: "Ursula" }] } });
    expect((await call("GET", "/authors", undefined, { "mock-session": "a" })).body).toMatchObject([
      { name: "Ursula" },
    ]);
    await expect(serve(PATHS, {}, { seeds: { auhtors: [] } })).rejects.toMatchObject({ code: "SEEDS_INVALID" });
  });
});

describe("--watch", () => {
  test("applies edited seeds to what is still as it was seeded, keeps the rest and says so; broken ones change nothing", async () => {
    const folder = await folderOf({
      "authors.json": '[{ "name": "Ursula" }]',
      "books.json": '[{ "id": "a", "title": "A" }]',
    });
    const server = await startServer(["api.json", "--memory", "--watch", "--seeds", "seeds"], folder);
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/books/a`, { method: "PATCH", headers, body: '{"title":"Mine"}' });
    await writeFile(join(folder, "seeds", "authors.json"), '[{ "name": "Octavia" }, { "name": "Ann" }]');
    await until(async () => ((await get(`${server.url}/authors`)) as unknown[]).length === 2);
    expect(await get(`${server.url}/authors/1`)).toMatchObject({ name: "Octavia" });

    await writeFile(join(folder, "seeds", "books.json"), '[{ "id": "b", "title": "B" }]');
    await until(() => server.errors().includes("books was changed since it was seeded and keeps its 1 record"));
    await until(() => server.errors().includes("hint: POST /__mock/reset"));
    expect(await get(`${server.url}/books`)).toEqual([{ id: "a", title: "Mine" }]);

    await writeFile(join(folder, "seeds", "authors.json"), '[{ "name": 5 }]');
    // A file that is caught half-written is broken as well, and told before: what is waited for is the mistake itself.
    await until(() => /seeds\/authors\.json:1:\d+: error: \/0\/name must be /.test(server.errors()));
    await until(() => server.errors().includes("The seeds stay as before."));
    await fetch(`${server.url}/__mock/reset`, { method: "POST" });
    expect(await get(`${server.url}/books`)).toEqual([{ id: "b", title: "B" }]);
    expect(await get(`${server.url}/authors/1`)).toMatchObject({ name: "Octavia" });
  });

  test("warns once of properties that the description does not declare, also those that it drops later", async () => {
    const rows = '[{ "name": "Ursula", "born": 1929 },\n{ "name": "Octavia", "born": 1947 }]';
    const folder = await folderOf({
      "authors.json": rows,
      "books.json": '[{ "id": "a", "title": "A", "authorId": 1 }]',
    });
    const server = await startServer(["api.json", "--memory", "--watch", "--seeds", "seeds"], folder);
    await until(() => server.errors().includes("/0/born is not declared"));
    expect(server.errors()).toMatch(
      /^seeds\/authors\.json:1:\d+: warning: \/0\/born is not declared; the mock serves it\n$/,
    );
    await writeFile(
      join(folder, "api.json"),
      API.replaceAll('"authorId":{"type":"integer"}', '"writer":{"type":"integer"}'),
    );
    await until(() => server.errors().includes("/0/authorId is not declared; the mock serves it"));
    expect(server.errors().match(/born/g)).toHaveLength(1);
  });

  test("also applies new and removed files", async () => {
    const folder = await folderOf({});
    const server = await startServer(["api.json", "--memory", "--watch", "--seeds", "seeds"], folder);
    await writeFile(join(folder, "seeds", "authors.yaml"), "- name: Ursula\n");
    await until(async () => ((await get(`${server.url}/authors`)) as unknown[]).length === 1);
    await rm(join(folder, "seeds", "authors.yaml"));
    await until(async () => ((await get(`${server.url}/authors`)) as unknown[]).length === 0);
    expect((await readFile(join(folder, "api.json"), "utf8")).length).toBeGreaterThan(0);
  });
});
