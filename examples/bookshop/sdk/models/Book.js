import { model } from "../utils/model.js";
import { dateTime, int64 } from "../utils/validate/keywords/index.js";
import { BookFieldsSchema } from "./BookFields.js";

export const BookSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id","updatedAt"], allOf: [{ type: "object", required: ["id","title","authorId","genre","price","createdAt","updatedAt"], readOnlyProperties: ["createdAt","id","updatedAt"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 }, updatedAt: { format: dateTime, type: "string" } } }, () => BookFieldsSchema] }))();

/** Book */
export const Book = /* @__PURE__ */ model("Book", BookSchema);
