import type { Call, CallOptions, ClientContext, Criteria, Member, Query, Resource, ResourceOptions, ResourceSpec, ServerEvent } from "../utils/index.js";
import type { Settings, SettingsInput } from "../models/Settings.js";
import type { SettingsFields, SettingsFieldsInput } from "../models/SettingsFields.js";

/** One document that says how the shop is run. */
export declare class SettingsResource extends Resource {
  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Read the shop's settings
   * `GET /settings`
   */
  getSettings(options?: CallOptions): Call<Settings>;

  /**
   * Replace the settings
   * `PUT /settings`
   */
  replaceSettings(body: SettingsInput, options?: CallOptions): Call<Settings>;

  /**
   * Change some of the settings
   * `PATCH /settings`
   */
  updateSettings(body: SettingsFieldsInput, options?: CallOptions): Call<Settings>;
}
