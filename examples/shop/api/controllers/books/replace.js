import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PUT",
  path: "/books/{bookId}",
  operationId: "replaceBook",
  summary: "Replace a book",
  tags: ["Books"],
  inputs: {
    path: { bookId: { schema: { type: "integer", format: "int64", minimum: 1 } } },
    body: { required: true, schema: { $ref: "#/components/schemas/Book" }, undeclared: "ignore" },
  },
  outputs: {
    "200": {
      description: "The book as it is now.",
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
    return services.books.replace(request.params, request.body, "Book");
  },
});
