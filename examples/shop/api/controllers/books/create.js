import { defineAction, recordAddress, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/books",
  operationId: "createBook",
  summary: "Add a book",
  tags: ["Books"],
  inputs: {
    body: { required: true, schema: { $ref: "#/components/schemas/Book" }, undeclared: "ignore" },
  },
  outputs: {
    "201": {
      description: "The new book.",
      headers: {
        Location: {
          description: "Path of the new record.",
          schema: { type: "string", format: "uri-reference" },
        },
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
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    const record = await services.books.create(request.params, request.body);
    return reply(201, record, { location: recordAddress(request, services.books.idOf(record)) });
  },
});
