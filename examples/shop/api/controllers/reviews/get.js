import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/books/{bookId}/reviews/{reviewId}",
  operationId: "getReview",
  summary: "Read a review",
  tags: ["Reviews"],
  inputs: {
    path: {
      bookId: { schema: { type: "integer", format: "int64", minimum: 1 } },
      reviewId: { schema: { type: "integer", format: "int64", minimum: 1 } },
    },
  },
  outputs: {
    "200": { description: "The review.", schema: { $ref: "#/components/schemas/Review" } },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    return services.reviews.get(request.params);
  },
});
