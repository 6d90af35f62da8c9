import type { Model, SchemaData } from "../utils/index.js";
import type { CustomerFields, CustomerFieldsInput } from "./CustomerFields.js";

/** Customer */
export type Customer = {
  /** (date-time) */
  createdAt: string;
  /** (uuid) */
  id: string;
  email: unknown;
  name: unknown;
} & CustomerFields;

/**
 * Customer
 * As requests take it.
 */
export type CustomerInput = {
  email: unknown;
  name: unknown;
} & CustomerFieldsInput;

export declare const CustomerSchema: SchemaData;

export declare const Customer: Model<CustomerInput>;
