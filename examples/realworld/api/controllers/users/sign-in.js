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
    "422": {
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
  async handler(request, services) {
    return { user: await services.accounts.signIn(request.body.user) };
  },
});
