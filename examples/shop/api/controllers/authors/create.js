import { defineAction, recordAddress, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/authors",
  operationId: "createAuthor",
  summary: "Add an author",
  tags: ["Authors"],
  inputs: {
    body: { required: true, schema: { $ref: "#/components/schemas/Author" }, undeclared: "ignore" },
  },
  outputs: {
    "201": {
      description: "The new author.",
      headers: {
        Location: {
          description: "Path of the new record.",
          schema: { type: "string", format: "uri-reference" },
        },
      },
      schema: { $ref: "#/components/schemas/Author" },
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
    const record = await services.authors.create(request.params, request.body);
    return reply(201, record, { location: recordAddress(request, services.authors.idOf(record)) });
  },
});
