import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { find } from "../utils/query/find.js";
import { email, uuid } from "../utils/validate/keywords/index.js";
import { CustomerSchema } from "../models/Customer.js";
import { CustomerFieldsSchema } from "../models/CustomerFields.js";

const Customers_create = { id: "createCustomer", method: "POST", path: "/customers", body: { required: true, content: { "application/json": { schema: () => CustomerSchema } } } };
const Customers_delete = { id: "deleteCustomer", method: "DELETE", path: "/customers/{customerId}", parameters: [{ name: "customerId", in: "path", schema: { format: uuid, type: "string" } }] };
const Customers_get = { id: "getCustomer", method: "GET", path: "/customers/{customerId}", parameters: [{ name: "customerId", in: "path", schema: { format: uuid, type: "string" } }] };
const Customers_find = { id: "listCustomers", method: "GET", path: "/customers", parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }, { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } }, { name: "email", in: "query", schema: { format: email, type: "string" } }] };
const Customers_update = { id: "updateCustomer", method: "PATCH", path: "/customers/{customerId}", parameters: [{ name: "customerId", in: "path", schema: { format: uuid, type: "string" } }], body: { required: true, content: { "application/json": { schema: () => CustomerFieldsSchema } } } };

/** What queries know of it. */
export const spec = {
  name: "customers",
  schema: () => CustomerSchema,
  id: ["id"],
  idParameter: "customerId",
  list: { operation: Customers_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, offset: "offset", filters: [{"parameter":"email","property":["email"],"operator":"="}] },
  create: { operation: Customers_create, reply: [] },
  read: { operation: Customers_get, reply: [] },
  update: { operation: Customers_update, reply: [] },
  remove: { operation: Customers_delete },
};

/** Who buys. */
export class Customers extends Resource {
  /** For `populate` of a resource that is used on its own. */
  static spec = spec;

  /** @param given the client's context, or options when the resource is used on its own. */
  constructor(given, parents) {
    super(given, parents, api);
  }

  create(values, options) {
    return this._record("create", undefined, values, options);
  }

  delete(id, options) {
    return this._record("remove", id, undefined, options);
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
}
