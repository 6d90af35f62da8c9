import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PUT",
  path: "/articles/{slug}",
  operationId: "changeArticle",
  tags: ["articles"],
  inputs: {
    path: { slug: { schema: { type: "string" } } },
    body: {
      required: true,
      schema: {
        type: "object",
        required: ["article"],
        properties: {
          article: {
            type: "object",
            properties: {
              title: { type: "string", minLength: 1, maxLength: 200 },
              description: { type: "string", minLength: 1 },
              body: { type: "string", minLength: 1 },
            },
          },
        },
      },
      undeclared: "ignore",
    },
  },
  outputs: {
    "200": { description: "An article.", schema: { $ref: "#/components/schemas/ArticleAnswer" } },
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
    "422": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    const { params, body, state } = request;
    return { article: await services.articles.change(params.slug, body.article, state.user) };
  },
});
