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
}) & ReviewFields & {
  rating: Exclude<ReviewFields["rating"], undefined>;
  reviewer: Exclude<ReviewFields["reviewer"], undefined>;
};

/**
 * Review
 * As requests take it.
 */
export type ReviewInput = ReviewFields & {
  rating: Exclude<ReviewFields["rating"], undefined>;
  reviewer: Exclude<ReviewFields["reviewer"], undefined>;
};

export declare const ReviewSchema: SchemaData;

export declare const Review: Model<ReviewInput>;
