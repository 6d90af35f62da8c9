import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const path = (name: string): object => ({ name, in: "path", required: true, schema: text });
const paging = [
  { name: "limit", in: "query", schema: { ...integer, default: 2, maximum: 2 } },
  { name: "offset", in: "query", schema: integer },
];
const answers = (schema: object, links: object = {}): object => ({
  200: { description: "", content: { "application/json": { schema } }, links },
});
const page = (name: string): object => ({
  type: "object",
  properties: { total: integer, items: { type: "array", items: ref(name) } },
});

/** Books below authors, which are a collection of their own, and loans of books that a link leads to. */
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Authors", version: "1" },
  paths: {
    "/authors": { get: { operationId: "listAuthors", parameters: paging, responses: answers(page("Author")) } },
    "/authors/{authorId}": {
      get: { operationId: "getAuthor", parameters: [path("authorId")], responses: answers(ref("Author")) },
    },
    "/authors/{authorId}/books": {
      get: {
        operationId: "listAuthorBooks",
        parameters: [path("authorId"), ...paging],
        responses: answers(page("Book")),
      },
    },
    "/books": { get: { operationId: "listBooks", parameters: paging, responses: answers(page("Book")) } },
    "/books/{bookId}": {
      get: {
        operationId: "getBook",
        parameters: [path("bookId")],
        responses: answers(ref("Book"), {
          loans: { operationId: "listLoans", parameters: { book: "$response.body#/id" } },
        }),
      },
    },
    "/bestsellers": { get: { operationId: "listBestsellers", responses: answers(page("Book")) } },
    "/prizes": { get: { operationId: "listPrizes", parameters: paging, responses: answers(page("Prize")) } },
    "/loans": {
      get: {
        operationId: "listLoans",
        parameters: [{ name: "book", in: "query", required: true, schema: text }, ...paging],
        responses: answers(page("Loan")),
      },
    },
    "/loans/{loanId}": {
      get: { operationId: "getLoan", parameters: [path("loanId")], responses: answers(ref("Loan")) },
    },
  },
  components: {
    schemas: {
      Author: { type: "object", required: ["id"], properties: { id: text, name: text } },
      Book: { type: "object", required: ["id"], properties: { id: text, authorId: text } },
      Prize: { type: "object", required: ["id"], properties: { id: text, year: integer } },
      Loan: { type: "object", required: ["id"], properties: { id: text, days: integer } },
    },
  },
};

const numbered = (prefix: string, count: number): { id: string; days: number }[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at + 1}`, days: at + 1 }));
const RECORDS: Record<string, object[]> = {
  "/authors": [{ id: "a1" }, { id: "a2" }, { id: "gone" }],
  "/authors/a1/books": numbered("b", 5),
  "/authors/a2/books": [],
  "/books": numbered("b", 1),
  "/books/b9": numbered("b9", 1),
  "/loans": numbered("l", 5),
};

let served: ServedClient;
beforeAll(async () => {
  served = await servedClient(DESCRIPTION, {
    answer: ({ path: asked, query }) => {
      const records = RECORDS[asked];
      if (!records) return { status: 404, body: {} };
      const offset = Number(query.get("offset") ?? 0);
      return { status: 200, body: { total: records.length, items: records.slice(offset, offset + 2) } };
    },
  });
});
afterAll(() => served.close());

const ids = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

test("records of a collection below another are a relation, read to the end", async () => {
  const [first, second, gone] = await served.client.authors.find().populate("books");
  expect(ids(first.books)).toEqual(["b1", "b2", "b3", "b4", "b5"]);
  expect([second.books, gone.books]).toEqual([[], []]);
  const [other] = await served.client.authors.find().populate("books", { where: { id: "b9" } });
  expect(other.books).toEqual([]);
});

test("lists that links lead to are read to the end, and take conditions", async () => {
  const [book] = await served.client.books.find().populate("loans");
  expect(ids(book.loans)).toEqual(["l1", "l2", "l3", "l4", "l5"]);
  const [again] = await served.client.books.find().populate("loans", { where: { days: { ">": 1 } }, limit: 3 });
  expect(ids(again.loans)).toEqual(["l2", "l3", "l4"]);
});

test("lists are no relations of records without a path", () => {
  expect(() => served.client.prizes.find().populate("bestsellers")).toThrow("is not a relation");
});
