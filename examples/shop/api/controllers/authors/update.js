import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/authors/{authorId}",
  operationId: "updateAuthor",
  summary: "Change some fields of an author",
  tags: ["Authors"],
  inputs: {
    path: { authorId: { schema: { type: "integer", format: "int64", minimum: 1 } } },
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/AuthorFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "The whole author, after the change.",
      schema: { $ref: "#/components/schemas/Author" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
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
    return services.authors.update(request.params, await changesOf(request.body, () => services.authors.get(request.params)));
  },
});
