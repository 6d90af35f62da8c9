import { model } from "../utils/model.js";
import { dateTime, uuid } from "../utils/validate/keywords/index.js";
import { CustomerFieldsSchema } from "./CustomerFields.js";

export const CustomerSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id"], writeOnlyProperties: ["password"], allOf: [{ type: "object", required: ["id","name","email","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" } } }, () => CustomerFieldsSchema] }))();

/** Customer */
export const Customer = /* @__PURE__ */ model("Customer", CustomerSchema);
