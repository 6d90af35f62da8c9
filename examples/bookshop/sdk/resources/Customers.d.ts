import type { Call, CallOptions, ClientContext, Find, Resource, ResourceOptions, ResourceSpec } from "../utils/index.js";
import type { Customer, CustomerInput, CustomerFieldsInput } from "../models/index.js";

/** A record of customers. */
export type CustomersRecord = Customer;

/** Parameters of the list, for `params`. */
export interface CustomersParams {
  /** How many on a page. */
  limit?: number | undefined;
  /** How many customers to skip. */
  offset?: number | undefined;
  /** Only the customer with this address. */
  email?: string | undefined;
}

/** Who buys. */
export declare class Customers extends Resource {
  /** Used by `populate` of other resources. */
  static readonly spec: ResourceSpec;

  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Sign up a customer
   * `POST /customers`
   */
  create(values: CustomerInput, options?: CallOptions): Call<Customer>;

  /**
   * Delete a customer's account
   * `DELETE /customers/{customerId}`
   */
  delete(id: string, options?: CallOptions): Call<undefined>;

  /**
   * Read a customer
   * `GET /customers/{customerId}`
   */
  get(id: string, options?: CallOptions): Call<Customer>;

  /**
   * List customers
   * `GET /customers`
   */
  readonly find: Find<CustomersRecord, Record<never, never>, CustomersParams>;

  /**
   * Change some fields of a customer
   * `PATCH /customers/{customerId}`
   */
  update(id: string, values: CustomerFieldsInput, options?: CallOptions): Call<Customer>;
}
