import { model } from "../utils/model.js";
import { dateTime, int64 } from "../utils/validate/keywords/index.js";
import { AuthorFieldsSchema } from "./AuthorFields.js";

export const AuthorSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id"], allOf: [{ type: "object", required: ["id","name","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 } } }, () => AuthorFieldsSchema] }))();

/** Author */
export const Author = /* @__PURE__ */ model("Author", AuthorSchema);
