import type { Model, SchemaData } from "../utils/index.js";
import type { Customer, CustomerInput } from "./Customer.js";

/** CustomerPage */
export interface CustomerPage {
  data: Customer[];
  /** (minimum 1) */
  limit: number;
  /** (minimum 0) */
  offset: number;
  /**
   * How many customers there are in all.
   * (minimum 0)
   */
  total: number;
}

/**
 * CustomerPage
 * As requests take it.
 */
export interface CustomerPageInput {
  data: CustomerInput[];
  /** (minimum 1) */
  limit: number;
  /** (minimum 0) */
  offset: number;
  /**
   * How many customers there are in all.
   * (minimum 0)
   */
  total: number;
}

export declare const CustomerPageSchema: SchemaData;

export declare const CustomerPage: Model<CustomerPageInput>;
