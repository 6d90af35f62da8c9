import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/orders/{orderId}/cancel",
  operationId: "cancelOrder",
  summary: "Cancel an order",
  tags: ["Orders"],
  inputs: {
    path: { orderId: { schema: { type: "string", format: "uuid" } } },
    body: {
      schema: { type: "object", properties: { reason: { type: "string", maxLength: 200 } } },
    },
  },
  outputs: {
    "200": { description: "The order, cancelled.", schema: { $ref: "#/components/schemas/Order" } },
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
    "409": {
      description: "The order is on its way and cannot be cancelled any more.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    return services.orders.cancel(request.params);
  },
});
