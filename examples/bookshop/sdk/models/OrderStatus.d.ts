import type { Model, SchemaData } from "../utils/index.js";

/** OrderStatus */
export type OrderStatus = "pending" | "paid" | "shipped" | "delivered" | "cancelled" | (string & {});

/**
 * OrderStatus
 * As requests take it.
 */
export type OrderStatusInput = "pending" | "paid" | "shipped" | "delivered" | "cancelled";

export declare const OrderStatusSchema: SchemaData;

export declare const OrderStatus: Model<OrderStatusInput>;
