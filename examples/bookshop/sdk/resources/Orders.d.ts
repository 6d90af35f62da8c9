import type { Call, CallOptions, ClientContext, Find, Resource, ResourceOptions, ResourceSpec } from "../utils/index.js";
import type { Order, OrderInput, OrderFields } from "../models/index.js";

/** A record of orders. */
export type OrdersRecord = Order;

/** Relations that `populate` can load. */
export interface OrdersRelations {
  customer: { record: import("./Customers.js").CustomersRecord; many: false; relations: Record<never, never> };
}

/** Parameters of the list, for `params`. */
export interface OrdersParams {
  /** How many on a page. */
  limit?: number | undefined;
  /** The `nextCursor` of the page before this one. */
  cursor?: string | undefined;
  /** Only orders in this state. */
  status?: "pending" | "paid" | "shipped" | "delivered" | "cancelled" | undefined;
  /** Only orders of this customer. */
  customerId?: string | undefined;
  /** Only orders placed after this moment. */
  createdAfter?: string | Date | undefined;
  /** Only orders placed before this moment. */
  createdBefore?: string | Date | undefined;
}

export interface OrdersCancelParams {
  orderId: string;
}

/** What was bought. */
export declare class Orders extends Resource {
  /** Used by `populate` of other resources. */
  static readonly spec: ResourceSpec;

  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Place an order
   * `POST /orders`
   */
  create(values: OrderInput, options?: CallOptions): Call<Order>;

  /**
   * Read an order
   * `GET /orders/{orderId}`
   */
  get(id: string, options?: CallOptions): Call<Order>;

  /**
   * List orders
   * `GET /orders`
   */
  readonly find: Find<OrdersRecord, OrdersRelations, OrdersParams>;

  /**
   * Change an order that has not been shipped
   * `PATCH /orders/{orderId}`
   */
  update(id: string, values: OrderFields, options?: CallOptions): Call<Order>;

  /**
   * Cancel an order
   * `POST /orders/{orderId}/cancel`
   */
  cancel(params: OrdersCancelParams | string, body?: {
    /** (maxLength 200) */
    reason?: string | undefined;
  }, options?: CallOptions): Call<Order>;
}
