import type { Call, CallOptions, ClientContext, Find, Resource, ResourceOptions, ResourceSpec } from "../utils/index.js";
import type { Author, AuthorInput, AuthorFieldsInput } from "../models/index.js";

/** A record of authors. */
export type AuthorsRecord = Author;

/** Parameters of the list, for `params`. */
export interface AuthorsParams {
  /** Which page, counted from 1. */
  page?: number | undefined;
  /** How many on a page. */
  limit?: number | undefined;
  /** Free text, looked for in every text field. */
  q?: string | undefined;
  /** Only authors from this country. */
  country?: string | undefined;
  /** A leading `-` turns the order around. */
  sort?: "name" | "-name" | "bornOn" | "-bornOn" | undefined;
}

/** Who wrote the books. */
export declare class Authors extends Resource {
  /** Used by `populate` of other resources. */
  static readonly spec: ResourceSpec;

  constructor(given?: ResourceOptions | ClientContext);

  /**
   * Add an author
   * `POST /authors`
   */
  create(values: AuthorInput, options?: CallOptions): Call<Author>;

  /**
   * Remove an author
   * `DELETE /authors/{authorId}`
   */
  delete(id: number | bigint | string, options?: CallOptions): Call<undefined>;

  /**
   * Read an author
   * `GET /authors/{authorId}`
   */
  get(id: number | bigint | string, options?: CallOptions): Call<Author>;

  /**
   * List authors
   * `GET /authors`
   */
  readonly find: Find<AuthorsRecord, Record<never, never>, AuthorsParams>;

  /**
   * Change some fields of an author
   * `PATCH /authors/{authorId}`
   */
  update(id: number | bigint | string, values: AuthorFieldsInput, options?: CallOptions): Call<Author>;
}
