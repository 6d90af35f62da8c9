import { model } from "../utils/model.js";

export const Error_Schema = /* @__PURE__ */ (() => ({ type: "object", required: ["error","details"], properties: { details: { type: "array", items: { type: "object", required: ["message"], properties: { in: { type: "string" }, message: { type: "string" }, path: { type: "string" } } } }, error: { type: "string" } } }))();

/** Error */
export const Error_ = /* @__PURE__ */ model("Error_", Error_Schema);
