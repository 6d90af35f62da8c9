import { model } from "../utils/model.js";

export const CountryCodeSchema = /* @__PURE__ */ (() => ({ type: "string", pattern: "^[A-Z]{2}$" }))();

/** Two letters, ISO 3166-1. */
export const CountryCode = /* @__PURE__ */ model("CountryCode", CountryCodeSchema);
