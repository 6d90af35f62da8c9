import { model } from "../utils/model.js";
import { PageInfoSchema } from "./PageInfo.js";
import { ReviewSchema } from "./Review.js";

export const ReviewPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => ReviewSchema } } }] }))();

/** ReviewPage */
export const ReviewPage = /* @__PURE__ */ model("ReviewPage", ReviewPageSchema);
