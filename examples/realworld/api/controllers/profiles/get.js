import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/profiles/{username}",
  operationId: "getProfile",
  summary: "An author as other people see them",
  tags: ["profiles"],
  inputs: { path: { username: { schema: { type: "string" } } } },
  outputs: {
    "200": { description: "An author.", schema: { $ref: "#/components/schemas/ProfileAnswer" } },
    "404": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }, {}],
  async handler(request, services) {
    return { profile: await services.profiles.get(request.params.username, request.state.user) };
  },
});
