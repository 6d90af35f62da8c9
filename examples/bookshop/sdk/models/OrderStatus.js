import { model } from "../utils/model.js";

export const OrderStatusSchema = /* @__PURE__ */ (() => ({ type: "string", enum: ["pending","paid","shipped","delivered","cancelled"] }))();

/** OrderStatus */
export const OrderStatus = /* @__PURE__ */ model("OrderStatus", OrderStatusSchema);
