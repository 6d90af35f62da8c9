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
      schema: { $ref: "#/components/schemas/AccountAnswer" },
    },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    return { user: await services.accounts.show(request.state.user) };
  },
});
