import type { Model, SchemaData } from "../utils/index.js";
import type { Address } from "./Address.js";

/** CustomerFields */
export interface CustomerFields {
  address?: Address;
  /** (email) */
  email?: string;
  /** (minLength 1, maxLength 120) */
  name?: string;
  newsletter?: boolean;
  /** (pattern ^\+[1-9][0-9]{6,14}$) */
  phone?: string;
}

/**
 * CustomerFields
 * As requests take it.
 */
export interface CustomerFieldsInput {
  address?: Address | undefined;
  /** (email) */
  email?: string | undefined;
  /** (minLength 1, maxLength 120) */
  name?: string | undefined;
  newsletter?: boolean | undefined;
  /** (password, minLength 8, maxLength 72) */
  password?: string | undefined;
  /** (pattern ^\+[1-9][0-9]{6,14}$) */
  phone?: string | undefined;
}

export declare const CustomerFieldsSchema: SchemaData;

export declare const CustomerFields: Model<CustomerFieldsInput>;
