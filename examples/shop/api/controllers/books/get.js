import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/books/{bookId}",
  operationId: "getBook",
  summary: "Read a book",
  tags: ["Books"],
  inputs: { path: { bookId: { schema: { type: "integer", format: "int64", minimum: 1 } } } },
  outputs: {
    "200": {
      description: "The book.",
      headers: {
        ETag: { description: "Changes whenever the record does.", schema: { type: "string" } },
      },
      schema: { $ref: "#/components/schemas/Book" },
    },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    return services.books.get(request.params);
  },
});
