import type { Model, SchemaData } from "../utils/index.js";
import type { CustomerFields, CustomerFieldsInput } from "./CustomerFields.js";

/** Customer */
export type Customer = {
  /** (date-time) */
  createdAt: string;
  /** (uuid) */
  id: string;
} & CustomerFields & {
  email: Exclude<CustomerFields["email"], undefined>;
  name: Exclude<CustomerFields["name"], undefined>;
};

/**
 * Customer
 * As requests take it.
 */
export type CustomerInput = CustomerFieldsInput & {
  email: Exclude<CustomerFieldsInput["email"], undefined>;
  name: Exclude<CustomerFieldsInput["name"], undefined>;
};

export declare const CustomerSchema: SchemaData;

export declare const Customer: Model<CustomerInput>;
