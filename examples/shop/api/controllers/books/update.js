import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/books/{bookId}",
  operationId: "updateBook",
  summary: "Change some fields of a book",
  tags: ["Books"],
  inputs: {
    path: { bookId: { schema: { type: "integer", format: "int64", minimum: 1 } } },
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/BookFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "The whole book, after the change.",
      headers: {
        ETag: { description: "Changes whenever the record does.", schema: { type: "string" } },
      },
      schema: { $ref: "#/components/schemas/Book" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "401": {
      description: "The bearer token is missing or not valid.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    return services.books.update(request.params, await changesOf(request.body, () => services.books.get(request.params)));
  },
});
