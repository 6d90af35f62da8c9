import type { Call, CallOptions, ClientContext, Find, Resource, ResourceOptions, ResourceSpec } from "../utils/index.js";
import type { Book, BookInput, BookFieldsInput, GenreInput } from "../models/index.js";

/** A record of books. */
export type BooksRecord = Book;

/** Relations that `populate` can load. */
export interface BooksRelations {
  author: { record: import("./Authors.js").AuthorsRecord; many: false; relations: Record<never, never> };
  reviews: { record: import("./Reviews.js").ReviewsRecord; many: true; relations: import("./Reviews.js").ReviewsRelations };
}

/** Parameters of the list, for `params`. */
export interface BooksParams {
  /** Which page, counted from 1. */
  page?: number | undefined;
  /** How many on a page. */
  limit?: number | undefined;
  /** Free text, looked for in every text field. */
  q?: string | undefined;
  /** Only books by this author. */
  authorId?: number | bigint | string | undefined;
  /** Only books of these genres, separated by commas. */
  genre?: GenreInput[] | undefined;
  /** Only books that cost at least this much, in cents. */
  minPrice?: number | undefined;
  /** Only books that cost at most this much, in cents. */
  maxPrice?: number | undefined;
  /** A leading `-` turns the order around. */
  sort?: "title" | "-title" | "price" | "-price" | "publishedOn" | "-publishedOn" | undefined;
}

/** What the shop sells. */
export declare class Books extends Resource {
  /** Used by `populate` of other resources. */
  static readonly spec: ResourceSpec;

  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Add a book
   * `POST /books`
   */
  create(values: BookInput, options?: CallOptions): Call<Book>;

  /**
   * Take a book out of the catalogue
   * `DELETE /books/{bookId}`
   */
  delete(id: number | bigint | string, options?: CallOptions): Call<undefined>;

  /**
   * Read a book
   * `GET /books/{bookId}`
   */
  get(id: number | bigint | string, options?: CallOptions): Call<Book>;

  /**
   * List books
   * `GET /books`
   */
  readonly find: Find<BooksRecord, BooksRelations, BooksParams>;

  /**
   * Replace a book
   * `PUT /books/{bookId}`
   */
  replace(id: number | bigint | string, values: BookInput, options?: CallOptions): Call<Book>;

  /**
   * Change some fields of a book
   * `PATCH /books/{bookId}`
   */
  update(id: number | bigint | string, values: BookFieldsInput, options?: CallOptions): Call<Book>;
}
