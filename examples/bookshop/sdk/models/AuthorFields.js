import { model } from "../utils/model.js";
import { date, uri } from "../utils/validate/keywords/index.js";
import { CountryCodeSchema } from "./CountryCode.js";

export const AuthorFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { biography: { type: "string", maxLength: 2000 }, bornOn: { format: date, type: ["string","null"] }, country: () => CountryCodeSchema, name: { type: "string", minLength: 1, maxLength: 120 }, website: { format: uri, type: "string" } } }))();

/** AuthorFields */
export const AuthorFields = /* @__PURE__ */ model("AuthorFields", AuthorFieldsSchema);
