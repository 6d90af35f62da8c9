import { ApiResource } from "../utils/api.js";
import { SettingsSchema } from "../models/Settings.js";
import { SettingsFieldsSchema } from "../models/SettingsFields.js";

const SettingsResource_getSettings = { id: "getSettings", route: "GET /settings" };
const SettingsResource_replaceSettings = { id: "replaceSettings", route: "PUT /settings", json: () => SettingsSchema };
const SettingsResource_updateSettings = { id: "updateSettings", route: "PATCH /settings", json: () => SettingsFieldsSchema };

/** One document that says how the shop is run. */
export class SettingsResource extends ApiResource {
  getSettings(options) {
    return this._call(SettingsResource_getSettings, undefined, undefined, options);
  }

  replaceSettings(body, options) {
    return this._call(SettingsResource_replaceSettings, undefined, body, options);
  }

  updateSettings(body, options) {
    return this._call(SettingsResource_updateSettings, undefined, body, options);
  }
}
