import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/settings",
  operationId: "getSettings",
  summary: "Read the shop's settings",
  tags: ["Settings"],
  outputs: {
    "200": { description: "The settings.", schema: { $ref: "#/components/schemas/Settings" } },
    "401": {
      description: "The bearer token is missing or not valid.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    return services.settings.get(request.params);
  },
});
