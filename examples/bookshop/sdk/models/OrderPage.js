import { model } from "../utils/model.js";
import { OrderSchema } from "./Order.js";

export const OrderPageSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["data","hasMore","nextCursor"], properties: { data: { type: "array", items: () => OrderSchema }, hasMore: { type: "boolean" }, nextCursor: { type: ["string","null"] } } }))();

/** OrderPage */
export const OrderPage = /* @__PURE__ */ model("OrderPage", OrderPageSchema);
