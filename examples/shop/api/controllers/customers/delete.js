import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "DELETE",
  path: "/customers/{customerId}",
  operationId: "deleteCustomer",
  summary: "Delete a customer's account",
  tags: ["Customers"],
  inputs: { path: { customerId: { schema: { type: "string", format: "uuid" } } } },
  outputs: {
    "204": { description: "The account is gone." },
    "401": {
      description: "The bearer token is missing or not valid.",
      schema: { $ref: "#/components/schemas/Error" },
    },
    "404": {
      description: "There is no such record.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    await services.customers.remove(request.params);
  },
});
