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
  customerId: unknown;
  items: unknown;
}) & OrderFields;

/**
 * Order
 * As requests take it.
 */
export type OrderInput = {
  customerId: unknown;
  items: unknown;
} & OrderFields;

export declare const OrderSchema: SchemaData;

export declare const Order: Model<OrderInput>;
