import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { find } from "../utils/query/find.js";
import { populating } from "../utils/query/populating.js";
import { int64 } from "../utils/validate/keywords/index.js";
import { ReviewSchema } from "../models/Review.js";
import { ReviewFieldsSchema } from "../models/ReviewFields.js";

const Reviews_create = { id: "createReview", method: "POST", path: "/books/{bookId}/reviews", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], body: { required: true, content: { "application/json": { schema: () => ReviewSchema } } } };
const Reviews_delete = { id: "deleteReview", method: "DELETE", path: "/books/{bookId}/reviews/{reviewId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }, { name: "reviewId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }] };
const Reviews_get = { id: "getReview", method: "GET", path: "/books/{bookId}/reviews/{reviewId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }, { name: "reviewId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], security: [] };
const Reviews_find = { id: "listReviews", method: "GET", path: "/books/{bookId}/reviews", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }, { name: "page", in: "query", schema: { type: "integer", minimum: 1 } }, { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }, { name: "rating", in: "query", schema: { type: "integer", minimum: 1, maximum: 5 } }, { name: "sort", in: "query", schema: { type: "string", enum: ["rating","-rating","createdAt","-createdAt"] } }], security: [] };
const Reviews_update = { id: "updateReview", method: "PATCH", path: "/books/{bookId}/reviews/{reviewId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }, { name: "reviewId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], body: { required: true, content: { "application/json": { schema: () => ReviewFieldsSchema } } } };

/** What queries know of it. */
export const spec = {
  name: "reviews",
  schema: () => ReviewSchema,
  id: ["id"],
  idParameter: "reviewId",
  parents: [{"parameter":"bookId","property":["bookId"]}],
  list: { operation: Reviews_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, sort: {"parameter":"sort","values":{"rating":["rating"],"-rating":["-rating"],"createdAt":["createdAt"],"-createdAt":["-createdAt"]}}, filters: [{"parameter":"rating","property":["rating"],"operator":"="}] },
  create: { operation: Reviews_create, reply: [] },
  read: { operation: Reviews_get, reply: [] },
  update: { operation: Reviews_update, reply: [] },
  remove: { operation: Reviews_delete },
  relations: { book: {"kind":"one","resource":"books","key":["bookId"]} },
  populating,
};

/** What readers say about a book. */
export class Reviews extends Resource {
  /** For `populate` of a resource that is used on its own. */
  static spec = spec;

  /** @param given the client's context, or options when the resource is used on its own. */
  constructor(given, parents) {
    super(given, parents, api);
  }

  in(parents) {
    return this._in(parents);
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
