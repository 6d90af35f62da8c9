import { model } from "../utils/model.js";
import { CustomerSchema } from "./Customer.js";

export const CustomerPageSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["data","total","limit","offset"], properties: { data: { type: "array", items: () => CustomerSchema }, limit: { type: "integer", minimum: 1 }, offset: { type: "integer", minimum: 0 }, total: { type: "integer", minimum: 0 } } }))();

/** CustomerPage */
export const CustomerPage = /* @__PURE__ */ model("CustomerPage", CustomerPageSchema);
