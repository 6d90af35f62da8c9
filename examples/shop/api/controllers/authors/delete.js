import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/authors/{authorId}",
  operationId: "deleteAuthor",
  summary: "Remove an author",
  tags: ["Authors"],
  inputs: { path: { authorId: { schema: { type: "integer", format: "int64", minimum: 1 } } } },
  outputs: {
    "204": { description: "The author is gone." },
    "401": {
      description: "The bearer token is missing or not valid.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    await services.authors.remove(request.params);
  },
});
