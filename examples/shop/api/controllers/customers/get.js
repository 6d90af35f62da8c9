import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/customers/{customerId}",
  operationId: "getCustomer",
  summary: "Read a customer",
  tags: ["Customers"],
  inputs: { path: { customerId: { schema: { type: "string", format: "uuid" } } } },
  outputs: {
    "200": { description: "The customer.", schema: { $ref: "#/components/schemas/Customer" } },
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
    return services.customers.get(request.params);
  },
});
