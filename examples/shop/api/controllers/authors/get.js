import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/authors/{authorId}",
  operationId: "getAuthor",
  summary: "Read an author",
  tags: ["Authors"],
  inputs: { path: { authorId: { schema: { type: "integer", format: "int64", minimum: 1 } } } },
  outputs: {
    "200": { description: "The author.", schema: { $ref: "#/components/schemas/Author" } },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    return services.authors.get(request.params);
  },
});
