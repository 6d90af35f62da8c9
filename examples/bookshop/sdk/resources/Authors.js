import { ApiResource } from "../utils/api.js";
import { find, ambiguousText, countedPage, missingFirst, planSort, pushFilters, pushSpelled, skipByPage } from "../utils/query.js";
import { jsonBody } from "../utils/http.js";
import { bodyIssues, exactIntegers } from "../utils/validate.js";
import { AuthorSchema, AuthorFieldsSchema, CountryCodeSchema } from "../models/index.js";
import { bookIdShape, limitShape, pageShape, qShape } from "../utils/shapes.js";

const Authors_create = { id: "createAuthor", route: "POST /authors", json: () => AuthorSchema, writer: jsonBody, bodyIssues, exactIntegers };
const Authors_delete = { id: "deleteAuthor", route: "DELETE /authors/{authorId}", parameters: [{ authorId: bookIdShape }] };
const Authors_get = { id: "getAuthor", route: "GET /authors/{authorId}", parameters: [{ authorId: bookIdShape }], security: [] };
const Authors_find = { id: "listAuthors", route: "GET /authors", parameters: [{ page: pageShape, limit: limitShape, q: qShape, country: () => CountryCodeSchema, sort: { type: "string", enum: ["name","-name","bornOn","-bornOn"] } }], security: [] };
const Authors_update = { id: "updateAuthor", route: "PATCH /authors/{authorId}", parameters: [{ authorId: bookIdShape }], json: () => AuthorFieldsSchema, writer: jsonBody, bodyIssues };

/** The facts that queries use. */
const spec = {
  name: "authors",
  schema: () => AuthorSchema,
  id: ["id"],
  idParameter: "authorId",
  list: { operation: Authors_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, filters: ["country"], sort: { parameter: "sort", spelled: ["*","-*"], plan: planSort, order: pushSpelled, missing: missingFirst }, push: pushFilters, unclear: ambiguousText, counted: countedPage, skip: skipByPage },
  read: { operation: Authors_get, reply: [] },
};

/** Who wrote the books. */
export class Authors extends ApiResource {
  /** Used by `populate` of other resources. */
  static spec = spec;

  create(values = {}, options) {
    return this._call(Authors_create, undefined, values, options);
  }

  delete(id, options) {
    return this._call(Authors_delete, { authorId: id }, undefined, options);
  }

  get(id, options) {
    return this._call(Authors_get, { authorId: id }, undefined, options);
  }

  find(criteria, options) {
    return find(this._context, spec, criteria, options, this._parents);
  }

  update(id, values = {}, options) {
    return this._call(Authors_update, { authorId: id }, values, options);
  }
}
