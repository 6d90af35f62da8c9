import type { Model, SchemaData } from "../utils/index.js";
import type { ReviewFields } from "./ReviewFields.js";

/** Review */
export type Review = ({
  /** (int64, minimum 1) */
  bookId: number | string;
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
  rating: unknown;
  reviewer: unknown;
}) & ReviewFields;

/**
 * Review
 * As requests take it.
 */
export type ReviewInput = {
  rating: unknown;
  reviewer: unknown;
} & ReviewFields;

export declare const ReviewSchema: SchemaData;

export declare const Review: Model<ReviewInput>;
