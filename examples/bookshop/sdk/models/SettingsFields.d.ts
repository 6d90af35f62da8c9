import type { Model, SchemaData } from "../utils/index.js";

/** SettingsFields */
export interface SettingsFields {
  currency?: "EUR" | "GBP" | "USD" | (string & {});
  /**
   * In cents.
   * (minimum 0)
   */
  freeShippingFrom?: number;
  /** (minLength 1, maxLength 80) */
  shopName?: string;
  /** (email) */
  supportEmail?: string;
  /**
   * `0.07` is 7 %.
   * (minimum 0, maximum 1)
   */
  taxRate?: number;
}

/**
 * SettingsFields
 * As requests take it.
 */
export interface SettingsFieldsInput {
  currency?: "EUR" | "GBP" | "USD" | undefined;
  /**
   * In cents.
   * (minimum 0)
   */
  freeShippingFrom?: number | undefined;
  /** (minLength 1, maxLength 80) */
  shopName?: string | undefined;
  /** (email) */
  supportEmail?: string | undefined;
  /**
   * `0.07` is 7 %.
   * (minimum 0, maximum 1)
   */
  taxRate?: number | undefined;
}

export declare const SettingsFieldsSchema: SchemaData;

export declare const SettingsFields: Model<SettingsFieldsInput>;
