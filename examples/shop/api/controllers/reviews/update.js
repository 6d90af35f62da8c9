import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/books/{bookId}/reviews/{reviewId}",
  operationId: "updateReview",
  summary: "Change a review",
  tags: ["Reviews"],
  inputs: {
    path: {
      bookId: { schema: { type: "integer", format: "int64", minimum: 1 } },
      reviewId: { schema: { type: "integer", format: "int64", minimum: 1 } },
    },
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/ReviewFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "The whole review, after the change.",
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
    return services.reviews.update(request.params, await changesOf(request.body, () => services.reviews.get(request.params)));
  },
});
