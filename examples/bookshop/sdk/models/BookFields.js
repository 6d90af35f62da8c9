import { model } from "../utils/model.js";
import { date, int64, uniqueItems } from "../utils/validate/keywords/index.js";
import { GenreSchema } from "./Genre.js";

export const BookFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { authorId: { format: int64, type: "integer", minimum: 1 }, genre: () => GenreSchema, inStock: { type: "boolean" }, isbn: { type: "string", pattern: "^97[89][0-9]{10}$" }, pages: { type: "integer", minimum: 1, maximum: 5000 }, price: { type: "integer", minimum: 100, maximum: 50000 }, publishedOn: { format: date, type: "string" }, tags: { type: "array", maxItems: 5, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 30 }, uses: [uniqueItems] }, title: { type: "string", minLength: 1, maxLength: 200 } } }))();

/** BookFields */
export const BookFields = /* @__PURE__ */ model("BookFields", BookFieldsSchema);
