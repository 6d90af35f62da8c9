import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/orders/{orderId}",
  operationId: "getOrder",
  summary: "Read an order",
  tags: ["Orders"],
  inputs: { path: { orderId: { schema: { type: "string", format: "uuid" } } } },
  outputs: {
    "200": { description: "The order.", schema: { $ref: "#/components/schemas/Order" } },
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
    return services.orders.get(request.params);
  },
});
