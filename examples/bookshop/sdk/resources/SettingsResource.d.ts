import type { Call, CallOptions, ClientContext, Resource, ResourceOptions } from "../utils/index.js";
import type { Settings, SettingsInput, SettingsFieldsInput } from "../models/index.js";

/** One document that says how the shop is run. */
export declare class SettingsResource extends Resource {
  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Read the shop's settings
   * `GET /settings`
   */
  get(options?: CallOptions): Call<Settings>;

  /**
   * Replace the settings
   * `PUT /settings`
   */
  replace(body: SettingsInput, options?: CallOptions): Call<Settings>;

  /**
   * Change some of the settings
   * `PATCH /settings`
   */
  update(body: SettingsFieldsInput, options?: CallOptions): Call<Settings>;
}
