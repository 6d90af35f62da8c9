import type { Model, SchemaData } from "../utils/index.js";
import type { OrderFields } from "./OrderFields.js";
import type { OrderStatus, OrderStatusInput } from "./OrderStatus.js";

/** Order */
export type Order = ({
  /** (date-time) */
  cancelledAt?: string | null;
  /** (date-time) */
  createdAt: string;
  /** (uuid) */
  id: string;
  status: OrderStatus;
  /**
   * In cents.
   * (minimum 0)
   */
  total: number;
}) & OrderFields & {
  customerId: Exclude<OrderFields["customerId"], undefined>;
  items: Exclude<OrderFields["items"], undefined>;
};

/**
 * Order
 * As requests take it.
 */
export type OrderInput = OrderFields & {
  customerId: Exclude<OrderFields["customerId"], undefined>;
  items: Exclude<OrderFields["items"], undefined>;
};

export declare const OrderSchema: SchemaData;

export declare const Order: Model<OrderInput>;
