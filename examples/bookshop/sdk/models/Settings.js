import { model } from "../utils/model.js";
import { dateTime } from "../utils/validate/keywords/index.js";
import { SettingsFieldsSchema } from "./SettingsFields.js";

export const SettingsSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["updatedAt"], allOf: [{ type: "object", required: ["shopName","currency","taxRate","updatedAt"], readOnlyProperties: ["updatedAt"], properties: { updatedAt: { format: dateTime, type: "string" } } }, () => SettingsFieldsSchema] }))();

/** Settings */
export const Settings = /* @__PURE__ */ model("Settings", SettingsSchema);
