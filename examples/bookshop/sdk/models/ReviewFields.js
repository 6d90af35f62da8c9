import { model } from "../utils/model.js";

export const ReviewFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { comment: { type: "string", maxLength: 2000 }, rating: { type: "integer", minimum: 1, maximum: 5 }, reviewer: { type: "string", minLength: 1, maxLength: 80 } } }))();

/** ReviewFields */
export const ReviewFields = /* @__PURE__ */ model("ReviewFields", ReviewFieldsSchema);
