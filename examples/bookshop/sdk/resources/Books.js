import { ApiResource } from "../utils/api.js";
import { find, countedPage, furtherOperators, loadMany, loadOne, missingFirst, planSort, populating, pushFilters, pushSpelled, skipByPage } from "../utils/query.js";
import { form, jsonBody } from "../utils/http.js";
import { bodyIssues, exactIntegers, onWire } from "../utils/validate.js";
import { BookSchema, BookFieldsSchema, GenreSchema } from "../models/index.js";
import { bookIdShape, limitShape, maxPriceShape, pageShape, qShape } from "../utils/shapes.js";

const Books_create = { id: "createBook", route: "POST /books", json: () => BookSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Books_delete = { id: "deleteBook", route: "DELETE /books/{bookId}", parameters: [{ bookId: bookIdShape }] };
const Books_get = { id: "getBook", route: "GET /books/{bookId}", parameters: [{ bookId: bookIdShape }], security: [] };
const Books_find = { id: "listBooks", route: "GET /books", parameters: [{ page: pageShape, limit: limitShape, q: qShape, authorId: bookIdShape }, { name: "genre", in: "query", style: form, onWire, schema: { type: "array", items: () => GenreSchema } }, { minPrice: maxPriceShape, maxPrice: maxPriceShape, sort: { type: "string", enum: ["title","-title","price","-price","publishedOn","-publishedOn"] } }], security: [] };
const Books_replace = { id: "replaceBook", route: "PUT /books/{bookId}", parameters: [{ bookId: bookIdShape }], json: () => BookSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Books_update = { id: "updateBook", route: "PATCH /books/{bookId}", parameters: [{ bookId: bookIdShape }], json: () => BookFieldsSchema, writer: jsonBody, bodyIssues, exactIntegers };

/** The facts that queries use. */
const spec = {
  name: "books",
  schema: () => BookSchema,
  id: ["id"],
  idParameter: "bookId",
  list: { operation: Books_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, filters: ["authorId","genre in","minPrice >= price","maxPrice <= price"], sort: { parameter: "sort", spelled: ["*","-*"], plan: planSort, order: pushSpelled, missing: missingFirst }, push: pushFilters, operators: furtherOperators, counted: countedPage, skip: skipByPage },
  read: { operation: Books_get, reply: [] },
  relations: { author: { loader: loadOne, "resource":"authors","key":["authorId"] }, reviews: { loader: loadMany, "resource":"reviews","parameter":"bookId" } },
  populating,
};

/** What the shop sells. */
export class Books extends ApiResource {
  /** Used by `populate` of other resources. */
  static spec = spec;

  create(values = {}, options) {
    return this._call(Books_create, undefined, values, options);
  }

  delete(id, options) {
    return this._call(Books_delete, { bookId: id }, undefined, options);
  }

  get(id, options) {
    return this._call(Books_get, { bookId: id }, undefined, options);
  }

  find(criteria, options) {
    return find(this._context, spec, criteria, options, this._parents);
  }

  replace(id, values = {}, options) {
    return this._call(Books_replace, { bookId: id }, values, options);
  }

  update(id, values = {}, options) {
    return this._call(Books_update, { bookId: id }, values, options);
  }
}
