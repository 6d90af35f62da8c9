import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { find } from "../utils/query/find.js";
import { populating } from "../utils/query/populating.js";
import { dateTime, uuid } from "../utils/validate/keywords/index.js";
import { OrderSchema } from "../models/Order.js";
import { OrderFieldsSchema } from "../models/OrderFields.js";
import { OrderStatusSchema } from "../models/OrderStatus.js";

const Orders_create = { id: "createOrder", method: "POST", path: "/orders", body: { required: true, content: { "application/json": { schema: () => OrderSchema } } } };
const Orders_get = { id: "getOrder", method: "GET", path: "/orders/{orderId}", parameters: [{ name: "orderId", in: "path", schema: { format: uuid, type: "string" } }] };
const Orders_find = { id: "listOrders", method: "GET", path: "/orders", parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }, "cursor", { name: "status", in: "query", schema: () => OrderStatusSchema }, { name: "customerId", in: "query", schema: { format: uuid, type: "string" } }, { name: "createdAfter", in: "query", schema: { format: dateTime, type: "string" } }, { name: "createdBefore", in: "query", schema: { format: dateTime, type: "string" } }] };
const Orders_update = { id: "updateOrder", method: "PATCH", path: "/orders/{orderId}", parameters: [{ name: "orderId", in: "path", schema: { format: uuid, type: "string" } }], body: { required: true, content: { "application/json": { schema: () => OrderFieldsSchema } } } };
const Orders_cancelOrder = { id: "cancelOrder", method: "POST", path: "/orders/{orderId}/cancel", parameters: [{ name: "orderId", in: "path", schema: { format: uuid, type: "string" } }], body: { content: { "application/json": { schema: { type: "object", properties: { reason: { type: "string", maxLength: 200 } } } } } } };

/** What queries know of it. */
export const spec = {
  name: "orders",
  schema: () => OrderSchema,
  id: ["id"],
  idParameter: "orderId",
  list: { operation: Orders_find, items: ["data"], item: [], next: ["nextCursor"], hasMore: ["hasMore"], limit: {"parameter":"limit","maximum":100,"default":20}, cursor: {"parameter":"cursor","kind":"token"}, filters: [{"parameter":"status","property":["status"],"operator":"="},{"parameter":"customerId","property":["customerId"],"operator":"="},{"parameter":"createdAfter","property":["createdAt"],"operator":">"},{"parameter":"createdBefore","property":["createdAt"],"operator":"<"}] },
  create: { operation: Orders_create, reply: [] },
  read: { operation: Orders_get, reply: [] },
  update: { operation: Orders_update, reply: [] },
  relations: { customer: {"kind":"one","resource":"customers","key":["customerId"]} },
  populating,
};

/** What was bought. */
export class Orders extends Resource {
  /** For `populate` of a resource that is used on its own. */
  static spec = spec;

  /** @param given the client's context, or options when the resource is used on its own. */
  constructor(given, parents) {
    super(given, parents, api);
  }

  create(values, options) {
    return this._record("create", undefined, values, options);
  }

  get(id, options) {
    return this._record("read", id, undefined, options);
  }

  find(criteria) {
    return find(this._context, spec, criteria, this._parents);
  }

  update(id, values, options) {
    return this._record("update", id, values, options);
  }

  cancelOrder(params, body, options) {
    return this._call(Orders_cancelOrder, params, body, options);
  }
}
