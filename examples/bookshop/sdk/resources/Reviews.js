import { ApiResource } from "../utils/api.js";
import { find, countedPage, loadOne, missingFirst, planSort, populating, pushFilters, pushSpelled, requiredParents, skipByPage } from "../utils/query.js";
import { jsonBody } from "../utils/http.js";
import { bodyIssues, bounds, exactIntegers } from "../utils/validate.js";
import { ReviewSchema, ReviewFieldsSchema } from "../models/index.js";
import { bookIdShape, limitShape, pageShape } from "../utils/shapes.js";

const Reviews_create = { id: "createReview", route: "POST /books/{bookId}/reviews", parameters: [{ bookId: bookIdShape }], json: () => ReviewSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Reviews_delete = { id: "deleteReview", route: "DELETE /books/{bookId}/reviews/{reviewId}", parameters: [{ bookId: bookIdShape, reviewId: bookIdShape }] };
const Reviews_get = { id: "getReview", route: "GET /books/{bookId}/reviews/{reviewId}", parameters: [{ bookId: bookIdShape, reviewId: bookIdShape }], security: [] };
const Reviews_find = { id: "listReviews", route: "GET /books/{bookId}/reviews", parameters: [{ bookId: bookIdShape, page: pageShape, limit: limitShape, rating: { type: "integer", minimum: 1, maximum: 5, uses: [bounds] }, sort: { type: "string", enum: ["rating","-rating","createdAt","-createdAt"] } }], security: [] };
const Reviews_update = { id: "updateReview", route: "PATCH /books/{bookId}/reviews/{reviewId}", parameters: [{ bookId: bookIdShape, reviewId: bookIdShape }], json: () => ReviewFieldsSchema, writer: jsonBody, bodyIssues };

/** The facts that queries use. */
const spec = {
  name: "reviews",
  schema: () => ReviewSchema,
  id: ["id"],
  idParameter: "reviewId",
  parents: [{"parameter":"bookId","property":["bookId"]}],
  list: { operation: Reviews_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, filters: ["rating"], sort: { parameter: "sort", spelled: ["*","-*"], plan: planSort, order: pushSpelled, missing: missingFirst }, push: pushFilters, counted: countedPage, skip: skipByPage, required: requiredParents },
  read: { operation: Reviews_get, reply: [], path: ["bookId","reviewId"] },
  relations: { book: { loader: loadOne, "resource":"books","key":["bookId"] } },
  populating,
};

/** What readers say about a book. */
export class Reviews extends ApiResource {
  /** Used by `populate` of other resources. */
  static spec = spec;

  in(parents) {
    return new this.constructor(this._context, { ...this._parents, ...parents });
  }

  create(values = {}, options) {
    return this._call(Reviews_create, undefined, values, options);
  }

  delete(id, options) {
    return this._call(Reviews_delete, { reviewId: id }, undefined, options);
  }

  get(id, options) {
    return this._call(Reviews_get, { reviewId: id }, undefined, options);
  }

  find(criteria, options) {
    return find(this._context, spec, criteria, options, this._parents);
  }

  update(id, values = {}, options) {
    return this._call(Reviews_update, { reviewId: id }, values, options);
  }
}
