import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/orders",
  operationId: "listOrders",
  summary: "List orders",
  tags: ["Orders"],
  inputs: {
    query: {
      limit: {
        schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        description: "How many on a page.",
      },
      cursor: {
        schema: { type: "string" },
        description: "The `nextCursor` of the page before this one.",
      },
      status: {
        schema: { $ref: "#/components/schemas/OrderStatus" },
        description: "Only orders in this state.",
      },
      customerId: {
        schema: { type: "string", format: "uuid" },
        description: "Only orders of this customer.",
      },
      createdAfter: {
        schema: { type: "string", format: "date-time" },
        description: "Only orders placed after this moment.",
      },
      createdBefore: {
        schema: { type: "string", format: "date-time" },
        description: "Only orders placed before this moment.",
      },
    },
  },
  outputs: {
    "200": { description: "A page of orders.", schema: { $ref: "#/components/schemas/OrderPage" } },
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
    const page = await services.orders.list(request.params, request.query);
    return { data: page.records, hasMore: page.hasMore, nextCursor: page.next?.toString() ?? null };
  },
});
