import type { Model, SchemaData } from "../utils/index.js";
import type { SettingsFields, SettingsFieldsInput } from "./SettingsFields.js";

/** Settings */
export type Settings = {
  /** (date-time) */
  updatedAt: string;
} & SettingsFields & {
  currency: Exclude<SettingsFields["currency"], undefined>;
  shopName: Exclude<SettingsFields["shopName"], undefined>;
  taxRate: Exclude<SettingsFields["taxRate"], undefined>;
};

/**
 * Settings
 * As requests take it.
 */
export type SettingsInput = SettingsFieldsInput & {
  currency: Exclude<SettingsFieldsInput["currency"], undefined>;
  shopName: Exclude<SettingsFieldsInput["shopName"], undefined>;
  taxRate: Exclude<SettingsFieldsInput["taxRate"], undefined>;
};

export declare const SettingsSchema: SchemaData;

export declare const Settings: Model<SettingsInput>;
