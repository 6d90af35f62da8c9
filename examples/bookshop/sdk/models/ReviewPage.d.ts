import type { Model, SchemaData } from "../utils/index.js";
import type { PageInfo } from "./PageInfo.js";
import type { Review, ReviewInput } from "./Review.js";

/** ReviewPage */
export type ReviewPage = PageInfo & {
  data: Review[];
};

/**
 * ReviewPage
 * As requests take it.
 */
export type ReviewPageInput = PageInfo & {
  data: ReviewInput[];
};

export declare const ReviewPageSchema: SchemaData;

export declare const ReviewPage: Model<ReviewPageInput>;
