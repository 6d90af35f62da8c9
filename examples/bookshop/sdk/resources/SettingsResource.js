import { Resource } from "../utils/resource.js";
import { api } from "../utils/api.js";
import { SettingsSchema } from "../models/Settings.js";
import { SettingsFieldsSchema } from "../models/SettingsFields.js";

const SettingsResource_getSettings = { id: "getSettings", method: "GET", path: "/settings" };
const SettingsResource_replaceSettings = { id: "replaceSettings", method: "PUT", path: "/settings", body: { required: true, content: { "application/json": { schema: () => SettingsSchema } } } };
const SettingsResource_updateSettings = { id: "updateSettings", method: "PATCH", path: "/settings", body: { required: true, content: { "application/json": { schema: () => SettingsFieldsSchema } } } };

/** One document that says how the shop is run. */
export class SettingsResource extends Resource {
  /** @param given the client's context, or options when the resource is used on its own. */
  constructor(given, parents) {
    super(given, parents, api);
  }

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
