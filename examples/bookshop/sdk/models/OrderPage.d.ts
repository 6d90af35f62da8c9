import type { Model, SchemaData } from "../utils/index.js";
import type { Order, OrderInput } from "./Order.js";

/** OrderPage */
export interface OrderPage {
  data: Order[];
  hasMore: boolean;
  /** `null` on the last page. */
  nextCursor: string | null;
}

/**
 * OrderPage
 * As requests take it.
 */
export interface OrderPageInput {
  data: OrderInput[];
  hasMore: boolean;
  /** `null` on the last page. */
  nextCursor: string | null;
}

export declare const OrderPageSchema: SchemaData;

export declare const OrderPage: Model<OrderPageInput>;
