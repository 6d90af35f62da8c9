import { ApiResource } from "../utils/api.js";
import { find, ambiguousText, countedPage, pushFilters, skipByOffset } from "../utils/query.js";
import { jsonBody } from "../utils/http.js";
import { bodyIssues, email, uuid } from "../utils/validate.js";
import { CustomerSchema, CustomerFieldsSchema } from "../models/index.js";
import { limitShape, maxPriceShape } from "../utils/shapes.js";

const Customers_create = { id: "createCustomer", route: "POST /customers", json: () => CustomerSchema, writer: jsonBody, bodyIssues };
const Customers_delete = { id: "deleteCustomer", route: "DELETE /customers/{customerId}", parameters: [{ customerId: { format: uuid, type: "string" } }] };
const Customers_get = { id: "getCustomer", route: "GET /customers/{customerId}", parameters: [{ customerId: { format: uuid, type: "string" } }] };
const Customers_find = { id: "listCustomers", route: "GET /customers", parameters: [{ limit: limitShape, offset: maxPriceShape, email: { format: email, type: "string" } }] };
const Customers_update = { id: "updateCustomer", route: "PATCH /customers/{customerId}", parameters: [{ customerId: { format: uuid, type: "string" } }], json: () => CustomerFieldsSchema, writer: jsonBody, bodyIssues };

/** The facts that queries use. */
const spec = {
  name: "customers",
  schema: () => CustomerSchema,
  id: ["id"],
  idParameter: "customerId",
  list: { operation: Customers_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, offset: "offset", filters: ["email"], push: pushFilters, unclear: ambiguousText, counted: countedPage, skip: skipByOffset },
  read: { operation: Customers_get, reply: [] },
};

/** Who buys. */
export class Customers extends ApiResource {
  /** Used by `populate` of other resources. */
  static spec = spec;

  create(values = {}, options) {
    return this._call(Customers_create, undefined, values, options);
  }

  delete(id, options) {
    return this._call(Customers_delete, { customerId: id }, undefined, options);
  }

  get(id, options) {
    return this._call(Customers_get, { customerId: id }, undefined, options);
  }

  find(criteria, options) {
    return find(this._context, spec, criteria, options, this._parents);
  }

  update(id, values = {}, options) {
    return this._call(Customers_update, { customerId: id }, values, options);
  }
}
