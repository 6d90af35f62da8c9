import type { Model, SchemaData } from "../utils/index.js";

/** OrderItem */
export interface OrderItem {
  /** (int64, minimum 1) */
  bookId: number | string;
  /** (minimum 1, maximum 99) */
  quantity: number;
}

export declare const OrderItemSchema: SchemaData;

export declare const OrderItem: Model<OrderItem>;
