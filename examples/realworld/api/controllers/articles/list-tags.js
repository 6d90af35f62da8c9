import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/tags",
  operationId: "listTags",
  tags: ["articles"],
  outputs: {
    "200": {
      description: "Every tag that an article has.",
      schema: {
        type: "object",
        required: ["tags"],
        properties: { tags: { type: "array", items: { type: "string" } } },
      },
    },
  },
  async handler(_request, services) {
    return { tags: await services.articles.tags() };
  },
});
