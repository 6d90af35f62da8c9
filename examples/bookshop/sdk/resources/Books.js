import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { find } from "../utils/query/find.js";
import { populating } from "../utils/query/populating.js";
import { int64 } from "../utils/validate/keywords/index.js";
import { BookSchema } from "../models/Book.js";
import { BookFieldsSchema } from "../models/BookFields.js";
import { GenreSchema } from "../models/Genre.js";

const Books_create = { id: "createBook", method: "POST", path: "/books", body: { required: true, content: { "application/json": { schema: () => BookSchema } } } };
const Books_delete = { id: "deleteBook", method: "DELETE", path: "/books/{bookId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }] };
const Books_get = { id: "getBook", method: "GET", path: "/books/{bookId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], security: [] };
const Books_find = { id: "listBooks", method: "GET", path: "/books", parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 1 } }, { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }, { name: "q", in: "query", schema: { type: "string", minLength: 1 } }, { name: "authorId", in: "query", schema: { format: int64, type: "integer", minimum: 1 } }, { name: "genre", in: "query", explode: false, schema: { type: "array", items: () => GenreSchema } }, { name: "minPrice", in: "query", schema: { type: "integer", minimum: 0 } }, { name: "maxPrice", in: "query", schema: { type: "integer", minimum: 0 } }, { name: "sort", in: "query", schema: { type: "string", enum: ["title","-title","price","-price","publishedOn","-publishedOn"] } }], security: [] };
const Books_replace = { id: "replaceBook", method: "PUT", path: "/books/{bookId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], body: { required: true, content: { "application/json": { schema: () => BookSchema } } } };
const Books_update = { id: "updateBook", method: "PATCH", path: "/books/{bookId}", parameters: [{ name: "bookId", in: "path", schema: { format: int64, type: "integer", minimum: 1 } }], body: { required: true, content: { "application/json": { schema: () => BookFieldsSchema } } } };

/** What queries know of it. */
export const spec = {
  name: "books",
  schema: () => BookSchema,
  id: ["id"],
  idParameter: "bookId",
  list: { operation: Books_find, items: ["data"], item: [], total: ["total"], limit: {"parameter":"limit","maximum":100,"default":20}, page: {"parameter":"page","first":1}, sort: {"parameter":"sort","values":{"title":["title"],"-title":["-title"],"price":["price"],"-price":["-price"],"publishedOn":["publishedOn"],"-publishedOn":["-publishedOn"]}}, filters: [{"parameter":"authorId","property":["authorId"],"operator":"="},{"parameter":"genre","property":["genre"],"operator":"in"},{"parameter":"minPrice","property":["price"],"operator":">="},{"parameter":"maxPrice","property":["price"],"operator":"<="}] },
  create: { operation: Books_create, reply: [] },
  read: { operation: Books_get, reply: [] },
  replace: { operation: Books_replace, reply: [] },
  update: { operation: Books_update, reply: [] },
  remove: { operation: Books_delete },
  relations: { author: {"kind":"one","resource":"authors","key":["authorId"]}, reviews: {"kind":"many","resource":"reviews","parameter":"bookId"} },
  populating,
};

/** What the shop sells. */
export class Books extends Resource {
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

  replace(id, values, options) {
    return this._record("replace", id, values, options);
  }

  update(id, values, options) {
    return this._record("update", id, values, options);
  }
}
