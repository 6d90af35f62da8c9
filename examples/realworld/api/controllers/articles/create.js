import { defineAction, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/articles",
  operationId: "createArticle",
  summary: "Publish an article",
  tags: ["articles"],
  inputs: {
    body: {
      required: true,
      schema: {
        type: "object",
        required: ["article"],
        properties: {
          article: {
            type: "object",
            required: ["title", "description", "body"],
            properties: {
              title: { type: "string", minLength: 1, maxLength: 200 },
              description: { type: "string", minLength: 1 },
              body: { type: "string", minLength: 1 },
              tagList: { type: "array", items: { type: "string", minLength: 1, maxLength: 50 } },
            },
          },
        },
      },
      undeclared: "ignore",
    },
  },
  outputs: {
    "201": { description: "An article.", schema: { $ref: "#/components/schemas/ArticleAnswer" } },
    "401": {
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
    return reply(201, { article: await services.articles.create(request.body.article, request.state.user) });
  },
});
