import { ApiResource } from "../utils/api.js";
import { find, furtherOperators, linkPages, loadOne, populating, pushFilters } from "../utils/query.js";
import { jsonBody } from "../utils/http.js";
import { bodyIssues, dateTime, exactIntegers, objectMembers, textLimits, uuid } from "../utils/validate.js";
import { OrderSchema, OrderFieldsSchema, OrderStatusSchema } from "../models/index.js";
import { limitShape } from "../utils/shapes.js";

const Orders_create = { id: "createOrder", route: "POST /orders", json: () => OrderSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Orders_get = { id: "getOrder", route: "GET /orders/{orderId}", parameters: [{ orderId: { format: uuid, type: "string" } }] };
const Orders_find = { id: "listOrders", route: "GET /orders", parameters: [{ limit: limitShape }, "cursor", { status: () => OrderStatusSchema, customerId: { format: uuid, type: "string" }, createdAfter: { format: dateTime, type: "string" }, createdBefore: { format: dateTime, type: "string" } }] };
const Orders_update = { id: "updateOrder", route: "PATCH /orders/{orderId}", parameters: [{ orderId: { format: uuid, type: "string" } }], json: () => OrderFieldsSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Orders_cancel = { id: "cancelOrder", route: "POST /orders/{orderId}/cancel", parameters: [{ orderId: { format: uuid, type: "string" } }], body: { content: { "application/json": { schema: { type: "object", properties: { reason: { type: "string", maxLength: 200, uses: [textLimits] } }, uses: [objectMembers] } } } }, writer: jsonBody, bodyIssues };

/** The facts that queries use. */
const spec = {
  name: "orders",
  schema: () => OrderSchema,
  id: ["id"],
  idParameter: "orderId",
  list: { operation: Orders_find, items: ["data"], item: [], next: ["nextCursor"], hasMore: ["hasMore"], limit: {"parameter":"limit","maximum":100,"default":20}, cursor: {"parameter":"cursor","kind":"token"}, filters: ["status","customerId","createdAfter > createdAt","createdBefore < createdAt"], push: pushFilters, operators: furtherOperators, links: linkPages },
  read: { operation: Orders_get, reply: [] },
  relations: { customer: { loader: loadOne, "resource":"customers","key":["customerId"] } },
  populating,
};

/** What was bought. */
export class Orders extends ApiResource {
  /** Used by `populate` of other resources. */
  static spec = spec;

  create(values = {}, options) {
    return this._call(Orders_create, undefined, values, options);
  }

  get(id, options) {
    return this._call(Orders_get, { orderId: id }, undefined, options);
  }

  find(criteria, options) {
    return find(this._context, spec, criteria, options, this._parents);
  }

  update(id, values = {}, options) {
    return this._call(Orders_update, { orderId: id }, values, options);
  }

  cancel(params, body, options) {
    return this._call(Orders_cancel, params, body, options);
  }
}
