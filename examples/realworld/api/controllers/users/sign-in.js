import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/users/login",
  operationId: "signIn",
  summary: "Exchange an address and a password for a token",
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
            required: ["email", "password"],
            properties: { email: { type: "string" }, password: { type: "string" } },
          },
        },
      },
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
  async handler(request, services) {
    return { user: await services.accounts.signIn(request.body.user) };
  },
});
