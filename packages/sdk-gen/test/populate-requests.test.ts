import { expect, test } from "vitest";
import { servedClient } from "./served-client.js";

const author = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };
const book = {
  type: "object",
  required: ["id", "authorId"],
  properties: { id: { type: "integer" }, authorId: { type: "integer" } },
};
const answer = (schema: object) => ({
  200: { description: "ok", content: { "application/json": { schema } } },
});
const resource = (name: string, parameter: string, item: object, parameters: readonly object[] = []) => ({
  [`/${name}`]: { get: { parameters, responses: answer({ type: "array", items: item }) } },
  [`/${name}/{${parameter}}`]: {
    parameters: [{ name: parameter, in: "path", required: true, schema: { type: "integer" } }],
    get: { responses: answer(item) },
  },
});
const list = { type: "array", items: { type: "integer" } };

test.each([
  ["ids", { schema: list }],
  ["id", { schema: list, explode: false }],
  ["ids", { schema: { type: "string", pattern: "^\\d+(,\\d+)*$" }, description: "Ids with commas between." }],
])("populate of three records asks once where the list takes ids: %s %o", async (name, facts) => {
  const served = await servedClient(
    {
      openapi: "3.1.0",
      info: { title: "Library", version: "1" },
      paths: {
        ...resource("books", "bookId", book),
        ...resource("authors", "authorId", author, [{ name, in: "query", ...facts }]),
      },
    },
    {
      answer: ({ path }) => ({
        body:
          path === "/books"
            ? [1, 2, 3].map((id) => ({ id, authorId: id * 10 }))
            : [10, 20, 30].map((id) => ({ id, name: `Author ${id}` })),
      }),
    },
  );
  try {
    const books = await served.client.books.find().populate("author");
    expect(books.map((one: { author: { name: string } }) => one.author.name)).toEqual([
      "Author 10",
      "Author 20",
      "Author 30",
    ]);
    expect(served.asked().filter((path) => path.startsWith("/authors"))).toHaveLength(1);
  } finally {
    await served.close();
  }
});
