import { model } from "../utils/model.js";
import { dateTime, uuid } from "../utils/validate/keywords/index.js";
import { OrderFieldsSchema } from "./OrderFields.js";
import { OrderStatusSchema } from "./OrderStatus.js";

export const OrderSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], allOf: [{ type: "object", required: ["id","customerId","items","status","total","createdAt"], readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], properties: { cancelledAt: { format: dateTime, type: ["string","null"] }, createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" }, status: { allOf: [() => OrderStatusSchema] }, total: { type: "integer", minimum: 0 } } }, () => OrderFieldsSchema] }))();

/** Order */
export const Order = /* @__PURE__ */ model("Order", OrderSchema);
