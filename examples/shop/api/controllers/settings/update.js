import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/settings",
  operationId: "updateSettings",
  summary: "Change some of the settings",
  tags: ["Settings"],
  inputs: {
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/SettingsFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "All settings, after the change.",
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
    return services.settings.update(request.params, await changesOf(request.body, () => services.settings.get(request.params)));
  },
});
