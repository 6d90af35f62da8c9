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
      schema: { $ref: "#/components/schemas/ArticlesAnswer" },
    },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    return services.articles.feed(request.query, request.state.user);
  },
});
