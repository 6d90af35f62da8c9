import type { Model, SchemaData } from "../utils/index.js";

/** PageInfo */
export interface PageInfo {
  /** (minimum 1) */
  limit: number;
  /** (minimum 1) */
  page: number;
  /**
   * How many match in all.
   * (minimum 0)
   */
  total: number;
}

export declare const PageInfoSchema: SchemaData;

export declare const PageInfo: Model<PageInfo>;
