import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PUT",
  path: "/user",
  operationId: "changeAccount",
  summary: "Change the account of the caller",
  tags: ["users"],
  inputs: {
    body: {
      required: true,
      schema: {
        type: "object",
        required: ["user"],
        properties: {
          user: {
            type: "object",
            properties: {
              username: { type: "string", minLength: 1, maxLength: 100 },
              email: { type: "string", format: "email", maxLength: 200 },
              password: { type: "string", minLength: 8, maxLength: 200 },
              bio: { type: ["string", "null"] },
              image: { type: ["string", "null"] },
            },
          },
        },
      },
      undeclared: "ignore",
    },
  },
  outputs: {
    "200": {
      description: "The account, with a token for further requests.",
      schema: { $ref: "#/components/schemas/AccountAnswer" },
    },
    "401": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
    "422": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  security: [{ Token: [] }],
  async handler(request, services) {
    return { user: await services.accounts.change(request.state.user, request.body.user) };
  },
});
