import { model } from "../utils/model.js";
import { CountryCodeSchema } from "./CountryCode.js";

export const AddressSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["street","city","postalCode","country"], properties: { city: { type: "string", minLength: 1, maxLength: 80 }, country: () => CountryCodeSchema, postalCode: { type: "string", minLength: 2, maxLength: 12 }, street: { type: "string", minLength: 1, maxLength: 120 } } }))();

/** Address */
export const Address = /* @__PURE__ */ model("Address", AddressSchema);
