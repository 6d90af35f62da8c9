import type { Model, SchemaData } from "../utils/index.js";

/** ReviewFields */
export interface ReviewFields {
  /** (maxLength 2000) */
  comment?: string;
  /**
   * Stars.
   * (minimum 1, maximum 5)
   */
  rating?: number;
  /**
   * The name to show.
   * (minLength 1, maxLength 80)
   */
  reviewer?: string;
}

export declare const ReviewFieldsSchema: SchemaData;

export declare const ReviewFields: Model<ReviewFields>;
