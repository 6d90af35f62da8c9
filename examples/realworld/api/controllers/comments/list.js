import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/articles/{slug}/comments",
  operationId: "listComments",
  tags: ["comments"],
  inputs: { path: { slug: { schema: { type: "string" } } } },
  outputs: {
    "200": {
      description: "The comments on an article, the oldest first.",
      schema: {
        type: "object",
        required: ["comments"],
        properties: {
          comments: { type: "array", items: { $ref: "#/components/schemas/Comment" } },
        },
      },
    },
    "404": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }, {}],
  async handler(request, services) {
    return { comments: await services.comments.list(request.params.slug, request.state.user) };
  },
});
