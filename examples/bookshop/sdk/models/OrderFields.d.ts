import type { Model, SchemaData } from "../utils/index.js";
import type { Address } from "./Address.js";
import type { OrderItem } from "./OrderItem.js";

/** OrderFields */
export interface OrderFields {
  /** (uuid) */
  customerId?: string;
  items?: OrderItem[];
  /** (maxLength 500) */
  note?: string;
  shippingAddress?: Address;
}

export declare const OrderFieldsSchema: SchemaData;

export declare const OrderFields: Model<OrderFields>;
