import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/profiles/{username}",
  operationId: "getProfile",
  summary: "An author as other people see them",
  tags: ["profiles"],
  inputs: { path: { username: { schema: { type: "string" } } } },
  outputs: {
    "200": {
      description: "An author.",
      schema: {
        type: "object",
        required: ["profile"],
        properties: { profile: { $ref: "#/components/schemas/Profile" } },
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
  security: [{ Token: [] }, {}],
  async handler(request, services) {
    return { profile: await services.profiles.get(request.params.username, request.state.user) };
  },
});
