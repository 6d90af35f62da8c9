import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/articles/{slug}",
  operationId: "deleteArticle",
  tags: ["articles"],
  inputs: { path: { slug: { schema: { type: "string" } } } },
  outputs: {
    "204": { description: "The article is gone." },
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
    await services.articles.remove(request.params.slug, request.state.user);
  },
});
