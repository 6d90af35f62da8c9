import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/books/{bookId}/reviews",
  operationId: "listReviews",
  summary: "List the reviews of a book",
  tags: ["Reviews"],
  inputs: {
    path: { bookId: { schema: { type: "integer", format: "int64", minimum: 1 } } },
    query: {
      page: {
        schema: { type: "integer", minimum: 1, default: 1 },
        description: "Which page, counted from 1.",
      },
      limit: {
        schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        description: "How many on a page.",
      },
      rating: {
        schema: { type: "integer", minimum: 1, maximum: 5 },
        description: "Only reviews with this many stars.",
      },
      sort: {
        schema: {
          type: "string",
          enum: ["rating", "-rating", "createdAt", "-createdAt"],
          default: "-createdAt",
        },
        description: "A leading `-` turns the order around.",
      },
    },
  },
  outputs: {
    "200": {
      description: "A page of reviews.",
      schema: { $ref: "#/components/schemas/ReviewPage" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    const page = await services.reviews.list(request.params, request.query);
    return { data: page.records, total: page.total, page: page.page, limit: page.limit };
  },
});
