import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/profiles/{username}/follow",
  operationId: "follow",
  summary: "Follow an author",
  tags: ["profiles"],
  inputs: { path: { username: { schema: { type: "string" } } } },
  outputs: {
    "200": { description: "An author.", schema: { $ref: "#/components/schemas/ProfileAnswer" } },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "404": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    return { profile: await services.profiles.follow(request.params.username, request.state.user) };
  },
});
