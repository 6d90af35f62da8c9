import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { find } from "../utils/query/find.js";
import { int64 } from "../utils/validate/keywords/index.js";
import { AuthorSchema } from "../models/Author.js";
import { AuthorFieldsSchema } from "../models/AuthorFields.js";
import { CountryCodeSchema } from "../models/CountryCode.js";

const Authors_create = { id: "createAuthor", method: "POST", path: "/authors", body: { required: true, content: { "application/json": { schema: () => AuthorSchema } } } };
const Authors_delete = { id: "deleteAuthor", method: "DELETE", path: "/authors/{authorId}", parameters: [{ name: "authorId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }] };
const Authors_get = { id: "getAuthor", method: "GET", path: "/authors/{authorId}", parameters: [{ name: "authorId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], security: [] };
const Authors_find = { id: "listAuthors", method: "GET", path: "/authors", parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 1 } }, { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }, { name: "q", in: "query", schema: { type: "string", minLength: 1 } }, { name: "country", in: "query", schema: () => CountryCodeSchema }, { name: "sort", in: "query", schema: { type: "string", enum: ["name","-name","bornOn","-bornOn"] } }], security: [] };
const Authors_update = { id: "updateAuthor", method: "PATCH", path: "/authors/{authorId}", parameters: [{ name: "authorId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], body: { required: true, content: { "application/json": { schema: () => AuthorFieldsSchema } } } };

/** What queries know of it. */
export const spec = {
  name: "authors",
  schema: () => AuthorSchema,
  id: ["id"],
  idParameter: "authorId",
  list: { operation: Authors_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, sort: {"parameter":"sort","values":{"name":["name"],"-name":["-name"],"bornOn":["bornOn"],"-bornOn":["-bornOn"]}}, filters: [{"parameter":"country","property":["country"],"operator":"="}] },
  create: { operation: Authors_create, reply: [] },
  read: { operation: Authors_get, reply: [] },
  update: { operation: Authors_update, reply: [] },
  remove: { operation: Authors_delete },
};

/** Who wrote the books. */
export class Authors extends Resource {
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
