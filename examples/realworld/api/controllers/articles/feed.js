import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/articles/feed",
  operationId: "feed",
  summary: "Articles of the authors whom the caller follows",
  tags: ["articles"],
  inputs: {
    query: {
      limit: { schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
      offset: { schema: { type: "integer", minimum: 0, default: 0 } },
    },
  },
  outputs: {
    "200": {
      description: "A page of articles, without their bodies.",
      schema: {
        type: "object",
        required: ["articles", "articlesCount"],
        properties: {
          articles: { type: "array", items: { $ref: "#/components/schemas/ArticleHead" } },
          articlesCount: { type: "integer" },
        },
      },
    },
    "401": {
      description: "The reasons why the request was refused, by the part that they are about.",
      schema: {
        type: "object",
        required: ["errors"],
        properties: {
          errors: {
            type: "object",
            additionalProperties: { type: "array", items: { type: "string" } },
          },
        },
      },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    return services.articles.feed(request.query, request.state.user);
  },
});
