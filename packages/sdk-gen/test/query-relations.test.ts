import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { LIBRARY, libraryFetch } from "./library-server.js";
import { typeErrors } from "./type-errors.js";

let sdk: GeneratedClient;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-library-"));
  await writeFile(join(folder, "library.json"), JSON.stringify(LIBRARY));
  sdk = await generatedClient(join(folder, "library.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
function library({ expands = false } = {}): { client: any; asked: string[] } {
  const asked: string[] = [];
  const client = new sdk.module.default({ baseUrl: "http://library", fetch: libraryFetch(asked, expands) });
  return { client, asked };
}

test("foreign keys are asked for once each, as many in a request as the parameter takes; a missing target is null", async () => {
  const { client, asked } = library();
  const books = await client.books.find().populate("author");
  expect(books.map((book: { author: { name: string } | null }) => book.author?.name ?? null)).toEqual([
    "Odo",
    "Shevek",
    "Takver",
    null,
    null,
  ]);
  expect(asked).toEqual(["/books", "/authors?ids=1&ids=2", "/authors?ids=3&ids=99"]);
});

test("relations of relations, two that begin alike read once", async () => {
  const { client, asked } = library();
  const [first, , third] = await client.books.find().populate("author.publisher").populate("author");
  expect(first.author).toEqual({ id: 1, name: "Odo", publisherId: 1, publisher: { id: 1, name: "Ace" } });
  expect(third.author.publisher).toBeNull();
  expect(asked.filter((path) => path.startsWith("/authors"))).toHaveLength(2);
});

test("what the list can write out is asked of it, and loaded by key where it is not written out", async () => {
  const names = ["Ace", "Ace", null, "Ace", "Ace"];
  const asks = await Promise.all(
    [true, false].map(async (expands) => {
      const { client, asked } = library({ expands });
      const books = await client.books.find().populate("publisher");
      expect(books.map((book: { publisher: { name: string } | null }) => book.publisher?.name ?? null)).toEqual(names);
      return asked;
    }),
  );
  expect(asks).toEqual([
    // The first record that is missing makes sure, once, that the path takes ids of listed records.
    ["/books?expand=publisher", "/publishers/9", "/publishers", "/publishers/1"],
    ["/books?expand=publisher", "/publishers/1", "/publishers/9"],
  ]);
});

test("what only expand leads to is a relation too", async () => {
  const { client } = library({ expands: true });
  const [book] = await client.books.find().populate("cover");
  expect(book.cover).toEqual({ url: "/covers/c1" });
  expect((await library().client.books.find().populate("cover"))[0].cover).toBeNull();
});

test("links are followed once for each distinct set of values, to one record or a list", async () => {
  const { client, asked } = library();
  const books = await client.books.find().populate("shelf").populate("loans");
  expect(books.map((book: { shelf: { floor: number } | null }) => book.shelf?.floor ?? null)).toEqual([
    2,
    2,
    null,
    null,
    null,
  ]);
  expect(books[1].loans).toEqual([{ id: 7, book: 2 }]);
  expect(asked.filter((path) => path.startsWith("/shelves"))).toEqual(["/shelves/x", "/shelves/gone"]);
});

test("select asks for the fields that the query needs, and trims what comes", async () => {
  const { client, asked } = library();
  const books = await client.books
    .find({ title: { ">": "B" } })
    .select("place.shelf")
    .sort("title")
    .populate("author");
  expect(asked[0]).toBe("/books?fields=place,title,author_id,id");
  expect(books[0]).toEqual({ place: { shelf: "gone" }, author: expect.objectContaining({ name: "Takver" }) });
});

test("explain tells how fields and relations are got, and what the list still needs", () => {
  const { client, asked } = library();
  const { text } = client.books
    .find()
    .select("title")
    .populate("author.publisher")
    .populate("publisher")
    .populate("shelf")
    .explain();
  expect(text.split("\n")).toEqual([
    "books: one list, page by page",
    "  select: server (fields), asked for title, author_id, publisher, place, id: trimmed again",
    "  populate author: client, distinct values of author_id, one list for every 2 keys",
    "  populate author.publisher: client, distinct values of publisherId, a read for each key",
    "  populate publisher: server (expand), written out by the server; where it is not, distinct values of publisher, a read for each key",
    "  populate shelf: client, the link to getShelf, once for each distinct set of values",
  ]);
  expect(client.loans.find().explain()).toMatchObject({
    missing: ["book"],
    text: expect.stringContaining("missing: params({ book: … })"),
  });
  expect(asked).toEqual([]);
});

test("a list without its required parameters is rejected before anything is sent, and says where to give them", async () => {
  const { client, asked } = library();
  await expect(client.loans.find({ member: "x" }).execute()).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    issues: [
      { in: "query", field: "book", message: "is required by the list: .params({ book: … }), or a condition on book" },
    ],
  });
  expect(asked).toEqual([]);
  expect(await client.loans.find().params({ book: 3 })).toEqual([{ id: 7, book: 3 }]);
  expect(await client.loans.find({ params: { book: 4 }, limit: 1 })).toEqual([{ id: 7, book: 4 }]);
  expect(await client.loans.find({ book: 5 })).toEqual([{ id: 7, book: 5 }]);
});

test("a relation of what has none is rejected", () => {
  const { client } = library({});
  expect(() => client.books.find().populate("shelf.floor")).toThrow("leads to no resource");
  expect(() => client.books.find().populate("autor")).toThrow("is not a relation: there are author");
});

test("what was loaded has its type, relations of relations too", async () => {
  await writeFile(
    join(sdk.folder, "use.ts"),
    `import Client from "./index.js";
     const client = new Client();
     const [book] = await client.books.find({ title: "A" }).populate("author.publisher").populate("loans").populate("shelf");
     if (book) {
       const publisher: string | undefined | null = book.author?.publisher?.name;
       const title: string = book.title;
       const [same] = await client.books.find({ where: { title: "A" }, populate: ["author.publisher", "loans", "shelf"] });
       const name: string | undefined | null = same?.author?.publisher?.name;
       const floors: (number | undefined)[] = [same?.shelf?.floor, same?.loans[0]?.id];
       const ids: number[] = book.loans.map((loan) => loan.id);
       const floor: number | undefined = book.shelf?.floor;
       // @ts-expect-error there is no such relation
       client.books.find().populate("autor");
       // @ts-expect-error a number is asked for
       client.loans.find().params({ book: "x" });
       // @ts-expect-error without populate there is only the key
       (await client.books.find())[0]?.author;
       console.log(publisher, name, floors, title, ids, floor);
     }`,
  );
  expect(await typeErrors(sdk.folder)).toEqual([]);
});

test("a key may be named after the id of its target", async () => {
  const text = { type: "string" };
  const answers = (schema: object): object => ({
    200: { description: "", content: { "application/json": { schema } } },
  });
  const resource = (path: string, id: string, properties: object): object => ({
    [path]: { get: { responses: answers({ type: "array", items: { type: "object", properties } }) } },
    [`${path}/{${id}}`]: {
      parameters: [{ name: id, in: "path", required: true, schema: text }],
      get: { responses: answers({ type: "object", properties }) },
    },
  });
  const paths = {
    ...resource("/stays", "id", { id: text, berth_code: text }),
    ...resource("/berths", "code", { code: text, pier: text }),
  };
  const description = { openapi: "3.1.0", info: { title: "Harbour", version: "1" }, paths };
  await writeFile(join(folder, "harbour.json"), JSON.stringify(description));
  const harbour = await generatedClient(join(folder, "harbour.json"));
  const records: Record<string, unknown> = {
    "/stays": [{ id: "1", berth_code: "A-01" }],
    "/berths/A-01": { code: "A-01", pier: "A" },
  };
  const fetch = async ({ url }: Request): Promise<Response> => Response.json(records[new URL(url).pathname]);
  const client = new harbour.module.default({ baseUrl: "http://harbour", fetch });
  expect(await client.stays.find().populate("berth")).toEqual([
    { id: "1", berth_code: "A-01", berth: { code: "A-01", pier: "A" } },
  ]);
  await harbour.remove();
});
