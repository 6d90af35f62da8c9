import type { Model, SchemaData } from "../utils/index.js";
import type { Genre, GenreInput } from "./Genre.js";

/** BookFields */
export interface BookFields {
  /**
   * The author's id.
   * (int64, minimum 1)
   */
  authorId?: number | string;
  genre?: Genre;
  inStock?: boolean;
  /**
   * ISBN-13 without dashes.
   * (pattern ^97[89][0-9]{10}$)
   */
  isbn?: string;
  /** (minimum 1, maximum 5000) */
  pages?: number;
  /**
   * In cents.
   * (minimum 100, maximum 50000)
   */
  price?: number;
  /** (date) */
  publishedOn?: string;
  tags?: string[];
  /** (minLength 1, maxLength 200) */
  title?: string;
}

/**
 * BookFields
 * As requests take it.
 */
export interface BookFieldsInput {
  /**
   * The author's id.
   * (int64, minimum 1)
   */
  authorId?: number | string | bigint | undefined;
  genre?: GenreInput | undefined;
  inStock?: boolean | undefined;
  /**
   * ISBN-13 without dashes.
   * (pattern ^97[89][0-9]{10}$)
   */
  isbn?: string | undefined;
  /** (minimum 1, maximum 5000) */
  pages?: number | undefined;
  /**
   * In cents.
   * (minimum 100, maximum 50000)
   */
  price?: number | undefined;
  /** (date) */
  publishedOn?: string | undefined;
  tags?: string[] | undefined;
  /** (minLength 1, maxLength 200) */
  title?: string | undefined;
}

export declare const BookFieldsSchema: SchemaData;

export declare const BookFields: Model<BookFieldsInput>;
