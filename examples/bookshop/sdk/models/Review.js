import { model } from "../utils/model.js";
import { dateTime, int64 } from "../utils/validate/keywords/index.js";
import { ReviewFieldsSchema } from "./ReviewFields.js";

export const ReviewSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["bookId","createdAt","id"], allOf: [{ type: "object", required: ["id","bookId","rating","reviewer","createdAt"], readOnlyProperties: ["bookId","createdAt","id"], properties: { bookId: { format: int64, type: "integer", minimum: 1 }, createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 } } }, () => ReviewFieldsSchema] }))();

/** Review */
export const Review = /* @__PURE__ */ model("Review", ReviewSchema);
