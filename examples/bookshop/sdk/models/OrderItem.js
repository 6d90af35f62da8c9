import { model } from "../utils/model.js";
import { int64 } from "../utils/validate/keywords/index.js";

export const OrderItemSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["bookId","quantity"], properties: { bookId: { format: int64, type: "integer", minimum: 1 }, quantity: { type: "integer", minimum: 1, maximum: 99 } } }))();

/** OrderItem */
export const OrderItem = /* @__PURE__ */ model("OrderItem", OrderItemSchema);
