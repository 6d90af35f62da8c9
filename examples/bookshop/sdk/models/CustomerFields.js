import { model } from "../utils/model.js";
import { email } from "../utils/validate/keywords/index.js";
import { AddressSchema } from "./Address.js";

export const CustomerFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", writeOnlyProperties: ["password"], properties: { address: () => AddressSchema, email: { format: email, type: "string" }, name: { type: "string", minLength: 1, maxLength: 120 }, newsletter: { type: "boolean" }, password: { format: "password", type: "string", minLength: 8, maxLength: 72 }, phone: { type: "string", pattern: "^\\+[1-9][0-9]{6,14}$" } } }))();

/** CustomerFields */
export const CustomerFields = /* @__PURE__ */ model("CustomerFields", CustomerFieldsSchema);
