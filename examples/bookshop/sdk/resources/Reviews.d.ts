import type { Call, CallOptions, ClientContext, Find, Resource, ResourceOptions, ResourceSpec } from "../utils/index.js";
import type { Review, ReviewInput, ReviewFields } from "../models/index.js";

/** A record of reviews. */
export type ReviewsRecord = Review;

/** Relations that `populate` can load. */
export interface ReviewsRelations {
  book: { record: import("./Books.js").BooksRecord; many: false; relations: import("./Books.js").BooksRelations };
}

/** Parameters of the list, for `params`. */
export interface ReviewsParams {
  /** Which page, counted from 1. */
  page?: number | undefined;
  /** How many on a page. */
  limit?: number | undefined;
  /** Only reviews with this many stars. */
  rating?: number | undefined;
  /** A leading `-` turns the order around. */
  sort?: "rating" | "-rating" | "createdAt" | "-createdAt" | undefined;
}

/** Reviews without a parent: the property of the client. */
export type ReviewsRoot = Omit<Reviews, "create" | "delete" | "get" | "find" | "update">;

/** What readers say about a book. */
export declare class Reviews extends Resource {
  /** Used by `populate` of other resources. */
  static readonly spec: ResourceSpec;

  constructor(given?: ResourceOptions | ClientContext);

  /** The resource below a parent. */
  in(parents: { bookId: number | bigint | string }): Reviews;

  /**
   * Review a book
   * `POST /books/{bookId}/reviews`
   */
  create(values: ReviewInput, options?: CallOptions): Call<Review>;

  /**
   * Remove a review
   * `DELETE /books/{bookId}/reviews/{reviewId}`
   */
  delete(id: number | bigint | string, options?: CallOptions): Call<undefined>;

  /**
   * Read a review
   * `GET /books/{bookId}/reviews/{reviewId}`
   */
  get(id: number | bigint | string, options?: CallOptions): Call<Review>;

  /**
   * List the reviews of a book
   * `GET /books/{bookId}/reviews`
   */
  readonly find: Find<ReviewsRecord, ReviewsRelations, ReviewsParams>;

  /**
   * Change a review
   * `PATCH /books/{bookId}/reviews/{reviewId}`
   */
  update(id: number | bigint | string, values: ReviewFields, options?: CallOptions): Call<Review>;
}
