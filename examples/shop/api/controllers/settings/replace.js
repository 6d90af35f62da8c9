import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PUT",
  path: "/settings",
  operationId: "replaceSettings",
  summary: "Replace the settings",
  tags: ["Settings"],
  inputs: {
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/Settings" },
      undeclared: "ignore",
    },
  },
  outputs: {
    "200": {
      description: "The settings as they are now.",
      schema: { $ref: "#/components/schemas/Settings" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "401": {
      description: "The bearer token is missing or not valid.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    return services.settings.replace(request.params, request.body);
  },
});
