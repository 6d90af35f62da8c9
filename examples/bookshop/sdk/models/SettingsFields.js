import { model } from "../utils/model.js";
import { email } from "../utils/validate/keywords/index.js";

export const SettingsFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { currency: { type: "string", enum: ["EUR","GBP","USD"] }, freeShippingFrom: { type: "integer", minimum: 0 }, shopName: { type: "string", minLength: 1, maxLength: 80 }, supportEmail: { format: email, type: "string" }, taxRate: { type: "number", minimum: 0, maximum: 1 } } }))();

/** SettingsFields */
export const SettingsFields = /* @__PURE__ */ model("SettingsFields", SettingsFieldsSchema);
