import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/customers",
  operationId: "listCustomers",
  summary: "List customers",
  tags: ["Customers"],
  inputs: {
    query: {
      limit: {
        schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        description: "How many on a page.",
      },
      offset: {
        schema: { type: "integer", minimum: 0, default: 0 },
        description: "How many customers to skip.",
      },
      email: {
        schema: { type: "string", format: "email" },
        description: "Only the customer with this address.",
      },
    },
  },
  outputs: {
    "200": {
      description: "Some customers.",
      schema: { $ref: "#/components/schemas/CustomerPage" },
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
    const page = await services.customers.list(request.params, request.query);
    return { data: page.records, total: page.total, limit: page.limit, offset: page.offset };
  },
});
