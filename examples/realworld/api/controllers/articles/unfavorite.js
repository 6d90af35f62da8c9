import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/articles/{slug}/favorite",
  operationId: "unfavorite",
  tags: ["articles"],
  inputs: { path: { slug: { schema: { type: "string" } } } },
  outputs: {
    "200": { description: "An article.", schema: { $ref: "#/components/schemas/ArticleAnswer" } },
    "401": {
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
    return { article: await services.articles.unfavorite(request.params.slug, request.state.user) };
  },
});
