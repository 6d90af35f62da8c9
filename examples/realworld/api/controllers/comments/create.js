import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/articles/{slug}/comments",
  operationId: "comment",
  tags: ["comments"],
  inputs: {
    path: { slug: { schema: { type: "string" } } },
    body: {
      required: true,
      schema: {
        type: "object",
        required: ["comment"],
        properties: {
          comment: {
            type: "object",
            required: ["body"],
            properties: { body: { type: "string", minLength: 1 } },
          },
        },
      },
      undeclared: "ignore",
    },
  },
  outputs: {
    "200": {
      description: "The new comment.",
      schema: {
        type: "object",
        required: ["comment"],
        properties: { comment: { $ref: "#/components/schemas/Comment" } },
      },
    },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "404": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "422": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    const { params, body, state } = request;
    return { comment: await services.comments.create(params.slug, body.comment, state.user) };
  },
});
