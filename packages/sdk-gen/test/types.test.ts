import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";
import { typeErrors } from "./type-errors.js";

let served: ServedClient;
afterEach(() => served.close());

const LONG = { type: "integer", format: "int64" };
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
/** Described by an example alone. */
const shown = (example: object): object => ({ description: "", content: { "application/json": { example } } });
const PRIZE = { id: "booker", year: 1990, shared: false, jury: { size: 5 } };
const PROBLEM = { type: "object", required: ["detail"], properties: { detail: { type: "string" } } };
const BOOK = {
  type: "object",
  required: ["id", "title", "isbn", "pages"],
  properties: {
    id: LONG,
    title: { type: "string" },
    isbn: LONG,
    pages: { ...LONG, maximum: 100_000 },
    status: { type: "string", enum: ["new", "used"] },
    size: {
      type: "object",
      required: ["width", "height"],
      properties: { width: { type: "number" }, height: { type: "number" } },
    },
    authorId: { type: "integer" },
    addedAt: { type: "string", format: "date-time" },
    day: { type: "string", format: "date" },
  },
};
const REVIEW = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, stars: { type: "integer" } },
};
const parameter = (name: string, schema: object): object => ({ name, in: "path", required: true, schema });
const below = (path: string, name: string, schema: object): object => ({
  [`/${path}`]: {
    parameters: [parameter(name, schema)],
    get: { responses: { 200: json({ type: "array", items: REVIEW }) } },
  },
  [`/${path}/{id}`]: {
    parameters: [parameter(name, schema), parameter("id", { type: "integer" })],
    get: { responses: { 200: json(REVIEW) } },
  },
});
const DESCRIPTION = {
  components: { schemas: { Review: REVIEW } },
  paths: {
    "/books": {
      get: { operationId: "listBooks", responses: { 200: json({ type: "array", items: BOOK }) } },
      post: {
        operationId: "createBook",
        requestBody: { required: true, content: { "application/json": { schema: BOOK } } },
        responses: {
          201: json(BOOK),
          422: json({
            type: "object",
            required: ["errors"],
            properties: { errors: { type: "array", items: { type: "string" } } },
          }),
        },
      },
    },
    "/books/{bookId}": {
      parameters: [parameter("bookId", LONG)],
      get: { operationId: "getBook", responses: { 200: json(BOOK), 404: json(PROBLEM) } },
    },
    "/books/{bookId}/lend": {
      parameters: [parameter("bookId", LONG), { name: "days", in: "query", schema: { type: "integer" } }],
      post: {
        operationId: "lendBook",
        responses: { 200: json({ type: "object", properties: { until: { type: "string" } } }) },
      },
    },
    "/books/{bookId}/reviews": {
      parameters: [parameter("bookId", LONG)],
      get: {
        operationId: "listReviews",
        responses: { 200: json({ type: "array", items: { $ref: "#/components/schemas/Review" } }) },
      },
    },
    "/books/{bookId}/reviews/{reviewId}": {
      parameters: [parameter("bookId", LONG), parameter("reviewId", { type: "integer" })],
      get: { operationId: "getReview", responses: { 200: json({ $ref: "#/components/schemas/Review" }) } },
    },
    "/prizes": {
      get: { operationId: "listPrizes", responses: { 200: shown({ data: [PRIZE, { ...PRIZE, year: null }] }) } },
    },
    "/prizes/{prizeId}": {
      parameters: [parameter("prizeId", { type: "string" })],
      get: { operationId: "getPrize", responses: { 200: shown(PRIZE) } },
    },
    ...pair("authors", { name: { type: "string" } }),
    ...below("authors/{authorId}/covers", "authorId", { type: "integer" }),
    ...below("shelves/{shelfId}/prints", "shelfId", { type: "string" }),
  },
};

const USE = `import Client, { NotFoundError, UnprocessableEntityError } from "./index.js";
import type { BooksLendParams } from "./index.js";
const client = new Client();

export const pages: number = (await client.books.get("9007199254740993")).pages;
export const isbn: number | string = (await client.books.get(1n)).isbn;
await client.books.create({ id: 1n, title: "a", isbn: 9007199254740993n, pages: 3, addedAt: new Date(), day: "2026-01-01" });
await client.books.create({ id: 1, title: "a", isbn: (await client.books.get(1)).isbn, pages: 3 });
// @ts-expect-error a date has no time
await client.books.create({ id: 1, title: "a", isbn: 1, pages: 3, day: new Date() });

const [narrow] = await client.books.find().select("title", "size.width");
export const title: string | undefined = narrow?.title;
export const width: number | undefined = narrow?.size?.width;
// @ts-expect-error it was not selected
export const height = narrow?.size?.height;
// @ts-expect-error it was not selected
export const gone = narrow?.pages;
const [picked] = await client.books.find({ where: { status: "new" }, select: ["title"] });
// @ts-expect-error it was not selected
export const gone2 = picked?.pages;
const [written] = await client.books.find().populate("author").select("title");
export const author: string | undefined = written?.author?.name;
const [loaded] = await client.books.find({ where: { status: "new" }, populate: "author" });
export const loadedAuthor: string | undefined = loaded?.author?.name;
export const loadedTitle: string | undefined = loaded?.title;
const [part] = await client.books.find({ select: "title", populate: ["author"] });
export const partAuthor: string | undefined = part?.author?.name;
// @ts-expect-error it was not selected
export const partPages = part?.pages;
// @ts-expect-error no such relation
await client.books.find({ populate: "autor" });
// @ts-expect-error there are no relations
await client.authors.find({ populate: "books" });
const [rest] = await client.books.find({ omit: ["title"] });
export const restPages: number | undefined = rest?.pages;
// @ts-expect-error it was left out
export const restTitle = rest?.title;
const [left] = await client.books.find().omit("title");
// @ts-expect-error it was left out
export const none = left?.title;
await client.books.find().select("title").where({ pages: { ">": 3 } }).sort("-pages");

await client.books.find({ status: "used", size: { exists: true }, "size.width": 3, addedAt: { ">": new Date() } }).sort("pages DESC, title");
await client.books.find({ status: ["new", "used"], or: [{ status: { "!=": "new" } }] }).sort({ pages: "DESC" });
declare const order: string;
await client.books.find().sort(order);
// @ts-expect-error no such value
await client.books.find({ status: "old" });
// @ts-expect-error no such value
await client.books.find({ status: { in: ["old"] } });
// @ts-expect-error a number is no text
await client.books.find({ pages: { ">": "5" } });
// @ts-expect-error a number is no text
await client.books.find({ "pages": "5" });
await client.books.find({ pages: { in: [1, 2n] }, isbn: "9007199254740993", id: { ">": "9007199254740993" } });
// @ts-expect-error no such field
await client.books.find({ titel: "a" });
// @ts-expect-error no such field
await client.books.find().select("titel");
// @ts-expect-error no such field
await client.books.find().sort("-titel");
// @ts-expect-error no such field
await client.books.find().sort("title, pagse DESC");
// @ts-expect-error no such field
await client.books.find({ where: {}, sort: "titel" });

const [review] = await client.reviews.in({ bookId: 1 }).find({ stars: 5 });
// Every record has its key, also where the schema does not require it.
export const reviewId: number | undefined = review && review.id;
export const lines = (await client.reviews.in({ bookId: 1 }).find()).map(({ id, stars }) => id + (stars ?? 0));
await client.reviews.in({ bookId: "9007199254740993" }).find();
await client.prints.in({ shelfId: "s1" }).find();
// @ts-expect-error a number is no text
await client.covers.in({ authorId: "abc" }).find();
await client.covers.in({ authorId: 7 }).find();
// @ts-expect-error it has no parent
await client.reviews.find();
// @ts-expect-error it has no parent
await client.reviews.get(1);

const [prize] = await client.prizes.find({ shared: true, "jury.size": { ">": 3 } }).sort("-year");
export const year: number | null | undefined = prize?.year;
export const jury: number = (await client.prizes.get("booker")).jury.size;
// @ts-expect-error no such field
await client.prizes.find({ country: "UK" });
// @ts-expect-error the examples have none
export const country = prize?.country;

const days: BooksLendParams = { bookId: "9007199254740993", days: 3 };
await client.books.lend(days);
try {
  await client.books.get(1);
} catch (error) {
  if (error instanceof NotFoundError) error.body.detail.toUpperCase();
  if (error instanceof UnprocessableEntityError) error.body.errors.map((text) => text.length);
  // @ts-expect-error no such member
  if (error instanceof NotFoundError) error.body.title;
}
`;

test("types say what goes and what does not", async () => {
  served = await servedClient(DESCRIPTION, {
    answer: () => ({ body: [] }),
    config: { operations: { lendBook: { method: "lend" } } },
  });
  await writeFile(join(served.folder, "use.ts"), USE);
  expect(await typeErrors(served.folder)).toEqual([]);
});

test.each([
  ["number", "number", 9007199254740992],
  ["bigint", "number | bigint", 9007199254740993n],
])("the configuration has integers of 64 bits read as %s, in types and at run time", async (int64, type, value) => {
  const answer = (): object => ({ body: { id: 1, title: "a", pages: 1 } });
  served = await servedClient(DESCRIPTION, { answer, config: { int64 } });
  const fetch = async (): Promise<Response> =>
    new Response('{"id":1,"isbn":9007199254740993}', { headers: { "content-type": "application/json" } });
  const client = new served.module.default({ baseUrl: served.origin, fetch });
  expect((await client.books.get(1)).isbn).toBe(value);
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client from "./index.js";
export const isbn: ${type} = (await new Client().books.get(1)).isbn;
// @ts-expect-error it is no text
export const text: string = (await new Client().books.get(1)).isbn;
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});

test("an id beyond 2^53 goes as the number that it was in an answer", async () => {
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const isPost = request.method === "POST";
    if (isPost) bodies.push(await request.text());
    const body = '{"id":9007199254740993,"isbn":9223372036854775807,"title":"7","pages":1}';
    return new Response(body, { status: isPost ? 201 : 200, headers: { "content-type": "application/json" } });
  };
  served = await servedClient(DESCRIPTION, { answer: () => ({ body: {} }) });
  const client = new served.module.default({ baseUrl: served.origin, fetch });
  const { id, isbn } = await client.books.get(1);
  expect([id, isbn]).toEqual(["9007199254740993", "9223372036854775807"]);
  await client.books.create({ id, isbn, title: "7", pages: 1 });
  await client.books.create({ id: "7", isbn: 1, title: "9007199254740993", pages: 1 }, { validate: false });
  expect(bodies).toEqual([
    '{"id":9007199254740993,"isbn":9223372036854775807,"title":"7","pages":1}',
    '{"id":7,"isbn":1,"title":"9007199254740993","pages":1}',
  ]);
  const refused = { id: "9223372036854775808", isbn: 1, title: "a", pages: 1 };
  await expect(client.books.create(refused)).rejects.toThrow("id");
});

test("a misspelt property of allOf parts does not compile, whatever stands beside the parts", async () => {
  const named = { type: "object", properties: { name: { type: "string" } } };
  const priced = { type: "object", properties: { price: { type: "number" } } };
  const schema = { type: "object", required: ["name"], allOf: [{ $ref: "#/components/schemas/Named" }, priced] };
  const orNull = { ...schema, type: ["object", "null"] };
  const open = { type: "object", allOf: [{ type: "object" }, { description: "Anything." }] };
  const post = (operationId: string, body: object): object => ({
    post: {
      operationId,
      requestBody: { required: true, content: { "application/json": { schema: body } } },
      responses: { 201: json(body) },
    },
  });
  served = await servedClient(
    {
      components: { schemas: { Named: named } },
      paths: {
        "/parts": post("createPart", schema),
        "/notes": post("createNote", open),
        "/drafts": post("createDraft", orNull),
      },
    },
    { answer: () => ({ body: {} }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client from "./index.js";
const client = new Client();
await client.parts.create({ name: "a", price: 1 });
// @ts-expect-error no such property
await client.parts.create({ name: "a", nmae: "b" });
// @ts-expect-error it is required
await client.parts.create({ price: 1 });
await client.drafts.create(null);
await client.drafts.create({ name: "a" });
// @ts-expect-error no such property
await client.drafts.create({ name: "a", nmae: "b" });
await client.notes.create({ any: "thing" });
// @ts-expect-error it is no object
await client.notes.create(1);
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});

test("a schema that requests alone use keeps its name, and optional properties of requests take undefined", async () => {
  const properties = { country: { type: "string" }, kind: { type: "string", enum: ["a", "b"] } };
  const partInput = { type: "object", properties: { ...properties, id: { type: "integer", readOnly: true } } };
  const supplier = { type: "object", properties: { country: { type: "string" } } };
  const body = (name: string): object => ({
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  });
  const part = { type: "object", properties: { id: { type: "integer" } } };
  const shared = json({ $ref: "#/components/schemas/Supplier" });
  served = await servedClient(
    {
      components: { schemas: { PartInput: partInput, Supplier: supplier } },
      paths: {
        "/parts": { post: { operationId: "createPart", ...body("PartInput"), responses: { 201: json(part) } } },
        "/suppliers": { post: { operationId: "createSupplier", ...body("Supplier"), responses: { 201: shared } } },
      },
    },
    { answer: () => ({ body: {} }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client, { type PartInput, type Supplier } from "./index.js";
const client = new Client();
const values: PartInput = { country: undefined, kind: "a" };
await client.parts.create(values);
// @ts-expect-error no such value
values.kind = "c";
// @ts-expect-error it is read only
await client.parts.create({ id: 1 });
const made: Supplier = await client.suppliers.create({ country: undefined });
export const country: string | undefined = made.country;
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
  expect(await readFile(join(served.folder, "index.d.ts"), "utf8")).not.toContain("PartInputInput");
});

test("the type of requests of a schema called PartInput that answers contain, too, is PartInputRequest", async () => {
  const partInput = { type: "object", properties: { kind: { enum: ["a", "b"] } } };
  const part = { allOf: [{ $ref: "#/components/schemas/PartInput" }, { properties: { id: { type: "integer" } } }] };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/PartInput" } } };
  const answer = json({ $ref: "#/components/schemas/Part" });
  served = await servedClient(
    {
      components: { schemas: { Part: part, PartInput: partInput } },
      paths: {
        "/parts": { post: { operationId: "createPart", requestBody: { content }, responses: { 201: answer } } },
      },
    },
    { answer: () => ({ body: {} }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client, { type PartInputRequest } from "./index.js";
const values: PartInputRequest = { kind: "a" };
await new Client().parts.create(values);
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});

test("a discriminator selects the alternatives of a union, which may extend the union itself", async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Pet: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, name: { type: "string" } },
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
    },
    Cat: { allOf: [ref("Pet"), { properties: { claws: { type: "integer" } } }] },
    Dog: { allOf: [ref("Pet"), { properties: { tail: { type: "string" } } }] },
    Tree: { anyOf: [ref("Leaf"), { type: "string" }] },
    Leaf: { oneOf: [ref("Tree"), { type: "boolean" }] },
  };
  const content = { "application/json": { schema: ref("Pet") } };
  const responses = { 201: json(ref("Pet")), 400: json(ref("Tree")) };
  served = await servedClient(
    {
      components: { schemas },
      paths: { "/pets": { post: { operationId: "createPet", requestBody: { content }, responses } } },
    },
    { answer: () => ({ body: {} }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client, { type Tree } from "./index.js";
const pet = await new Client().pets.create({ kind: "cat", name: "Tom", claws: 18 });
export const claws: number | undefined = pet.kind === "cat" ? pet.claws : undefined;
export const tail: string | undefined = pet.kind === "Dog" ? pet.tail : undefined;
export const tree: Tree = true;
// @ts-expect-error no alternative has this kind
await new Client().pets.create({ kind: "bird" });
// @ts-expect-error a tree is a text or a boolean
export const number: Tree = 1;
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});

test("the kinds of a union are told apart by enums of one value, and those of events by their names", async () => {
  const kind = (name: string, value: object): object => ({
    type: "object",
    required: ["kind", "value"],
    properties: { kind: { type: "string", enum: [name] }, value },
  });
  const event = (name: string, data: object): object => ({
    type: "object",
    required: ["event", "data"],
    properties: { event: { type: "string", const: name }, data, id: { type: "integer" } },
  });
  const owner = { oneOf: [kind("user", { type: "integer" }), kind("team", { type: "string" })] };
  const tick = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
  const events = { type: "array", items: { oneOf: [event("tick", tick), event("done", { type: "string" })] } };
  const stream = { 200: { description: "", content: { "text/event-stream": { schema: events } } } };
  const watch = { get: { operationId: "watchBooks", responses: stream } };
  served = await servedClient(
    { paths: { ...pair("books", { owner }), "/books/watch": watch } },
    { answer: () => ({ body: [] }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client from "./index.js";
const { books } = new Client();
const { owner } = await books.get(1);
export const value: number | string | undefined =
  owner?.kind === "user" ? owner.value.toFixed() : owner?.value.toUpperCase();
for await (const event of await books.watch())
  console.log(event.event === "tick" ? event.data.n.toFixed() : event.data.toUpperCase());
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});

test("alternatives of a discriminator may be null, and requests omit one that only the server sets", async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const kind = { type: "string", readOnly: true };
  const schemas = {
    Note: { oneOf: [ref("Text"), ref("Image")], discriminator: { propertyName: "kind" } },
    Text: { type: ["object", "null"], required: ["kind"], properties: { kind, text: { type: "string" } } },
    Image: { type: "object", required: ["kind"], properties: { kind, url: { type: "string" } } },
    Page: { type: "object", properties: { note: ref("Note") } },
  };
  const content = { "application/json": { schema: ref("Page") } };
  const operation = { operationId: "createPage", requestBody: { content }, responses: { 201: json(ref("Page")) } };
  served = await servedClient(
    { components: { schemas }, paths: { "/pages": { post: operation } } },
    { answer: () => ({ body: { note: null } }) },
  );
  await writeFile(
    join(served.folder, "use.ts"),
    `import Client, { type Note } from "./index.js";
const client = new Client();
export const none: Note = null;
const { note } = await client.pages.create({ note: { text: "a" } });
export const text: string | undefined = note?.kind === "Text" ? note.text : undefined;
await client.pages.create({ note: null });
`,
  );
  expect(await typeErrors(served.folder)).toEqual([]);
});
