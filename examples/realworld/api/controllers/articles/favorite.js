import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/articles/{slug}/favorite",
  operationId: "favorite",
  tags: ["articles"],
  inputs: { path: { slug: { schema: { type: "string" } } } },
  outputs: {
    "200": {
      description: "An article.",
      schema: {
        type: "object",
        required: ["article"],
        properties: { article: { $ref: "#/components/schemas/Article" } },
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
    "404": {
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
    return { article: await services.articles.favorite(request.params.slug, request.state.user) };
  },
});
