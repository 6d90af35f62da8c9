import { model } from "../utils/model.js";
import { uuid } from "../utils/validate/keywords/index.js";
import { AddressSchema } from "./Address.js";
import { OrderItemSchema } from "./OrderItem.js";

export const OrderFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { customerId: { format: uuid, type: "string" }, items: { type: "array", minItems: 1, maxItems: 50, items: () => OrderItemSchema }, note: { type: "string", maxLength: 500 }, shippingAddress: () => AddressSchema } }))();

/** OrderFields */
export const OrderFields = /* @__PURE__ */ model("OrderFields", OrderFieldsSchema);
