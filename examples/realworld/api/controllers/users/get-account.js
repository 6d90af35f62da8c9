import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/user",
  operationId: "getAccount",
  summary: "The account of the caller",
  tags: ["users"],
  outputs: {
    "200": {
      description: "The account, with a token for further requests.",
      schema: {
        type: "object",
        required: ["user"],
        properties: { user: { $ref: "#/components/schemas/Account" } },
      },
    },
    "401": {
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
  security: [{ Token: [] }],
  async handler(request, services) {
    return { user: await services.accounts.show(request.state.user) };
  },
});
