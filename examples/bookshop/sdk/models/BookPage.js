import { model } from "../utils/model.js";
import { BookSchema } from "./Book.js";
import { PageInfoSchema } from "./PageInfo.js";

export const BookPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => BookSchema } } }] }))();

/** BookPage */
export const BookPage = /* @__PURE__ */ model("BookPage", BookPageSchema);
