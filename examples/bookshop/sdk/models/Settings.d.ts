import type { Model, SchemaData } from "../utils/index.js";
import type { SettingsFields, SettingsFieldsInput } from "./SettingsFields.js";

/** Settings */
export type Settings = {
  /** (date-time) */
  updatedAt: string;
  currency: unknown;
  shopName: unknown;
  taxRate: unknown;
} & SettingsFields;

/**
 * Settings
 * As requests take it.
 */
export type SettingsInput = {
  currency: unknown;
  shopName: unknown;
  taxRate: unknown;
} & SettingsFieldsInput;

export declare const SettingsSchema: SchemaData;

export declare const Settings: Model<SettingsInput>;
