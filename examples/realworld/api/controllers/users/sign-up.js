import { defineAction, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/users",
  operationId: "signUp",
  summary: "Create an account",
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
            required: ["username", "email", "password"],
            properties: {
              username: { type: "string", minLength: 1, maxLength: 100 },
              email: { type: "string", format: "email", maxLength: 200 },
              password: { type: "string", minLength: 8, maxLength: 200 },
            },
          },
        },
      },
    },
  },
  outputs: {
    "201": {
      description: "The account, with a token for further requests.",
      schema: { $ref: "#/components/schemas/AccountAnswer" },
    },
    "422": {
      description: "The reasons why the request was rejected, by the part that they are about.",
      schema: { $ref: "#/components/schemas/InvalidAnswer" },
    },
  },
  async handler(request, services) {
    return reply(201, { user: await services.accounts.signUp(request.body.user) });
  },
});
