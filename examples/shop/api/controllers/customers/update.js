import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/customers/{customerId}",
  operationId: "updateCustomer",
  summary: "Change some fields of a customer",
  tags: ["Customers"],
  inputs: {
    path: { customerId: { schema: { type: "string", format: "uuid" } } },
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/CustomerFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "The whole customer, after the change.",
      schema: { $ref: "#/components/schemas/Customer" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
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
    return services.customers.update(request.params, await changesOf(request.body, () => services.customers.get(request.params)));
  },
});
