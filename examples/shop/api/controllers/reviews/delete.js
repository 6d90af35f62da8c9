import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/books/{bookId}/reviews/{reviewId}",
  operationId: "deleteReview",
  summary: "Remove a review",
  tags: ["Reviews"],
  inputs: {
    path: {
      bookId: { schema: { type: "integer", format: "int64", minimum: 1 } },
      reviewId: { schema: { type: "integer", format: "int64", minimum: 1 } },
    },
  },
  outputs: {
    "204": { description: "The review is gone." },
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
    await services.reviews.remove(request.params);
  },
});
