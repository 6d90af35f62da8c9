import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/articles/{slug}/comments/{id}",
  operationId: "deleteComment",
  tags: ["comments"],
  inputs: { path: { slug: { schema: { type: "string" } }, id: { schema: { type: "integer" } } } },
  outputs: {
    "204": { description: "The comment is gone." },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "403": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "404": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    await services.comments.remove(request.params.slug, request.params.id, request.state.user);
  },
});
