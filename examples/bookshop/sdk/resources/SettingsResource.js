import { ApiResource } from "../utils/api.js";
import { jsonBody } from "../utils/http.js";
import { bodyIssues } from "../utils/validate.js";
import { SettingsSchema, SettingsFieldsSchema } from "../models/index.js";

const SettingsResource_get = { id: "getSettings", route: "GET /settings" };
const SettingsResource_replace = { id: "replaceSettings", route: "PUT /settings", json: () => SettingsSchema, writer: jsonBody, bodyIssues };
const SettingsResource_update = { id: "updateSettings", route: "PATCH /settings", json: () => SettingsFieldsSchema, writer: jsonBody, bodyIssues };

/** One document that says how the shop is run. */
export class SettingsResource extends ApiResource {
  get(options) {
    return this._call(SettingsResource_get, undefined, undefined, options);
  }

  replace(body, options) {
    return this._call(SettingsResource_replace, undefined, body, options);
  }

  update(body, options) {
    return this._call(SettingsResource_update, undefined, body, options);
  }
}
