import { model } from "../utils/model.js";

export const PageInfoSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["page","limit","total"], properties: { limit: { type: "integer", minimum: 1 }, page: { type: "integer", minimum: 1 }, total: { type: "integer", minimum: 0 } } }))();

/** PageInfo */
export const PageInfo = /* @__PURE__ */ model("PageInfo", PageInfoSchema);
