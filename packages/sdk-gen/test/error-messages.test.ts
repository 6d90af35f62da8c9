import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

const BOOK = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const answer = (schema: object) => ({ 200: { description: "It.", content: { "application/json": { schema } } } });
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  paths: {
    "/books": { get: { responses: answer({ type: "array", items: BOOK }) } },
    "/books/{bookId}": {
      parameters: [{ name: "bookId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: answer(BOOK) },
    },
    "/books/{bookId}/lend/{memberId}": {
      parameters: ["bookId", "memberId"].map((name) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "integer" },
      })),
      post: { operationId: "lendBook", responses: answer(BOOK) },
    },
  },
};
const BODIES: Readonly<Record<string, unknown>> = {
  "/books/1": { error: "Not found", details: [{ in: "path", message: "books has no record 1" }] },
  "/books/2": { title: "No such book", errors: ["book 2 was deleted", "ask the library"] },
  "/books/3": { message: "gone", details: [{ message: "gone" }] },
  "/books/4": { title: "No such book", details: [] },
  "/books/5": { title: "No such book", details: [null] },
  // FastAPI, class-validator, Django REST framework, Marshmallow, ASP.NET.
  "/books/6": { detail: [{ type: "missing", loc: ["body", "tags", 0], msg: "Field required" }] },
  "/books/7": { statusCode: 400, message: ["pages must be an integer", "title is too short"], error: "Bad Request" },
  "/books/8": { isbn: ["This field is required."], pages: ["A valid integer is required."] },
  "/books/9": { code: 422, errors: { json: { isbn: ["Not a valid string."] } }, status: "Unprocessable Entity" },
  "/books/10": { title: "One or more validation errors occurred.", errors: { Isbn: ["The Isbn field is required."] } },
  "/books/11": { detail: [] },
  // Litestar, Piccolo.
  "/books/12": { status_code: 400, detail: "Validation failed", extra: [{ message: "must be a text", key: "title" }] },
  // ZenML.
  "/books/15": { detail: ["KeyError", "Unable to get book 15: no book has this id."] },
  // OGC.
  "/books/14": { code: "NotFound", type: "NotFound", description: "identifier not found" },
  "/books/13": { code: null, db_error: "NOT NULL constraint failed" },
};

let served: ServedClient;
beforeAll(async () => {
  served = await servedClient(DESCRIPTION, { answer: ({ path }) => ({ status: 404, body: BODIES[path] }) });
});
afterAll(() => served.close());

test.each([
  [1, /answered 404: Not found: books has no record 1$/],
  [2, /answered 404: No such book: book 2 was deleted$/],
  [3, /answered 404: gone$/],
  [4, /answered 404: No such book$/],
  [5, /answered 404: No such book$/],
  [6, /answered 404: tags.0: Field required$/],
  [7, /answered 404: pages must be an integer$/],
  [15, /answered 404: Unable to get book 15: no book has this id.$/],
  [14, /answered 404: identifier not found$/],
  [8, /answered 404: isbn: This field is required.$/],
  [9, /answered 404: json: isbn: Not a valid string.$/],
  [10, /answered 404: One or more validation errors occurred.: Isbn: The Isbn field is required.$/],
  [11, /answered 404$/],
  [12, /answered 404: Validation failed: must be a text$/],
  [13, /answered 404: db_error: NOT NULL constraint failed$/],
])("the message of an error carries the server's detail (%i)", async (id, message) => {
  await expect(served.client.books.get(id)).rejects.toMatchObject({
    name: "NotFoundError",
    status: 404,
    message: expect.stringMatching(message),
  });
});

test("a method that takes an object says so where it gets a bare id", async () => {
  await expect(served.client.books.lend(7)).rejects.toMatchObject({
    issues: expect.arrayContaining([expect.objectContaining({ message: "is required: pass { memberId: ... }" })]),
  });
});

test("an error of the network says why there was no answer", async () => {
  const { port } = await unusedPort();
  const client = new served.module.default({ baseUrl: `http://127.0.0.1:${port}`, retry: false });
  await expect(client.books.get(1)).rejects.toMatchObject({
    name: "NetworkError",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

/** A port on which nothing listens any more. */
async function unusedPort(): Promise<AddressInfo> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return address;
}
