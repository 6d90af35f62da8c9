import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/articles",
  operationId: "listArticles",
  summary: "Articles, the newest first",
  tags: ["articles"],
  inputs: {
    query: {
      tag: { schema: { type: "string" } },
      author: { schema: { type: "string" }, description: "A username." },
      favorited: { schema: { type: "string" }, description: "A username." },
      limit: { schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
      offset: { schema: { type: "integer", minimum: 0, default: 0 } },
    },
  },
  outputs: {
    "200": {
      description: "A page of articles, without their bodies.",
      schema: { $ref: "#/components/schemas/ArticlesAnswer" },
    },
  },
  security: [{ Token: [] }, {}],
  async handler(request, services) {
    return services.articles.list(request.query, request.state.user);
  },
});
