import { model } from "../utils/model.js";
import { AuthorSchema } from "./Author.js";
import { PageInfoSchema } from "./PageInfo.js";

export const AuthorPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => AuthorSchema } } }] }))();

/** AuthorPage */
export const AuthorPage = /* @__PURE__ */ model("AuthorPage", AuthorPageSchema);
