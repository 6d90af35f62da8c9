import { changesOf, defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "PATCH",
  path: "/orders/{orderId}",
  operationId: "updateOrder",
  summary: "Change an order that has not been shipped",
  tags: ["Orders"],
  inputs: {
    path: { orderId: { schema: { type: "string", format: "uuid" } } },
    body: {
      required: true,
      schema: { $ref: "#/components/schemas/OrderFields" },
      undeclared: "ignore",
      patches: true,
    },
  },
  outputs: {
    "200": {
      description: "The whole order, after the change.",
      schema: { $ref: "#/components/schemas/Order" },
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
    return services.orders.update(request.params, await changesOf(request.body, () => services.orders.get(request.params)));
  },
});
