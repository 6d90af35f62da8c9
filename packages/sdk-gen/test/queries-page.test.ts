import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

const page = await readFile(new URL("../../../docs/client/queries.md", import.meta.url), "utf8");
const BOOKS: readonly Record<string, unknown>[] = JSON.parse(
  /<!-- books -->\n```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "",
);
const AUTHORS = [
  { id: 1, name: "Le Guin" },
  { id: 2, name: "Keats" },
];

const text = { type: "string" };
const whole = { type: "integer" };
const one = (schema: object): object => ({ 200: { description: "", content: { "application/json": { schema } } } });
const id = [{ name: "id", in: "path", required: true, schema: whole }];
const resource = (name: string, parameters: object[]): object => ({
  [`/${name}s`]: {
    get: { parameters, responses: one({ type: "array", items: { $ref: `#/components/schemas/${name}` } }) },
  },
  [`/${name}s/{id}`]: { get: { parameters: id, responses: one({ $ref: `#/components/schemas/${name}` }) } },
});
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  servers: [{ url: "https://books.example" }],
  paths: {
    ...resource("book", [{ name: "genre", in: "query", schema: text }]),
    ...resource("author", []),
    "/authors/{id}/books": {
      get: { parameters: id, responses: one({ type: "array", items: { $ref: "#/components/schemas/book" } }) },
    },
    "/authors/{id}/books/{book}": {
      get: {
        parameters: [...id, { name: "book", in: "path", required: true, schema: whole }],
        responses: one({ $ref: "#/components/schemas/book" }),
      },
    },
  },
  components: {
    schemas: {
      book: {
        type: "object",
        properties: {
          id: whole,
          title: text,
          genre: { type: ["string", "null"] },
          price: whole,
          tags: { type: "array", items: text },
          authorId: whole,
          size: { type: "object", properties: { pages: whole } },
          addedAt: { type: "string", format: "date-time" },
        },
      },
      author: { type: "object", properties: { id: whole, name: text } },
    },
  },
};

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, kind, key, below] = url.pathname.split("/");
  if (below) return Response.json(BOOKS.filter(({ authorId }) => String(authorId) === key));
  const all = kind === "authors" ? AUTHORS : BOOKS;
  if (key !== undefined) {
    const found = all.find((record) => String(record.id) === key);
    return found ? Response.json(found) : Response.json({}, { status: 404 });
  }
  const genre = url.searchParams.get("genre");
  return Response.json(genre === null ? all : BOOKS.filter((book) => book.genre === genre));
}

let sdk: GeneratedClient;
let folder: string;
// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
let books: any;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-page-"));
  await writeFile(join(folder, "books.json"), JSON.stringify(DESCRIPTION));
  sdk = await generatedClient(join(folder, "books.json"));
  books = new sdk.module.default({ fetch: answer }).books;
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true });
});

const rows = [...page.matchAll(/^\| `(find\(.*?)` \| ([\d, ]*)\|/gm)].map(([, code = "", ids = ""]) => ({
  code,
  ids: ids.split(",").flatMap((each) => (each.trim() === "" ? [] : [Number(each)])),
}));
const lines = [...page.matchAll(/```js\n([\s\S]*?)```/g)]
  .flatMap(([, block = ""]) => block.trim().split("\n"))
  .map((line) => {
    const [code = "", value = ""] = line.split("; // ");
    return { code, value };
  });

test("the page has an example for every part of the grammar", () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(lines.length).toBeGreaterThan(15);
});

test.each(rows)("$code", async ({ code, ids }) => {
  const found = await run(`books.${code}`);
  expect((found as { id: number }[]).map((book) => book.id)).toEqual(ids);
});

test.each(lines)("$code", async ({ code, value }) => {
  expect(await run(code)).toEqual(JSON.parse(value));
});

async function run(code: string): Promise<unknown> {
  const made = new Function("books", "collect", `return (async () => (${code}))();`);
  return await made(books, collect);
}

async function collect<T>(source: AsyncIterable<T>, of: (item: T) => unknown): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of source) all.push(of(item));
  return all;
}
