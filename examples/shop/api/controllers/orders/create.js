import { defineAction, recordAddress, reply } from "@onespec/framework-cli";

export default defineAction({
  method: "POST",
  path: "/orders",
  operationId: "createOrder",
  summary: "Place an order",
  tags: ["Orders"],
  inputs: {
    body: { required: true, schema: { $ref: "#/components/schemas/Order" }, undeclared: "ignore" },
  },
  outputs: {
    "201": {
      description: "The new order.",
      headers: {
        Location: {
          description: "Path of the new record.",
          schema: { type: "string", format: "uri-reference" },
        },
      },
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
  },
  security: [{ bearerAuth: [] }],
  async handler(request, services) {
    const record = await services.orders.create(request.params, request.body);
    return reply(201, record, { location: recordAddress(request, services.orders.idOf(record)) });
  },
});
