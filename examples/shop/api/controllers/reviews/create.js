import { defineAction, recordAddress, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/books/{bookId}/reviews",
  operationId: "createReview",
  summary: "Review a book",
  tags: ["Reviews"],
  inputs: {
    path: { bookId: { schema: { type: "integer", format: "int64", minimum: 1 } } },
    body: { required: true, schema: { $ref: "#/components/schemas/Review" }, undeclared: "ignore" },
  },
  outputs: {
    "201": {
      description: "The new review.",
      headers: {
        Location: {
          description: "Path of the new record.",
          schema: { type: "string", format: "uri-reference" },
        },
      },
      schema: { $ref: "#/components/schemas/Review" },
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
    const record = await services.reviews.create(request.params, request.body);
    return reply(201, record, { location: recordAddress(request, services.reviews.idOf(record)) });
  },
});
