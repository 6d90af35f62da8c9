import type { Model, SchemaData } from "../utils/index.js";
import type { BookFields, BookFieldsInput } from "./BookFields.js";

/** Book */
export type Book = ({
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
  /** (date-time) */
  updatedAt: string;
  authorId: unknown;
  genre: unknown;
  price: unknown;
  title: unknown;
}) & BookFields;

/**
 * Book
 * As requests take it.
 */
export type BookInput = {
  authorId: unknown;
  genre: unknown;
  price: unknown;
  title: unknown;
} & BookFieldsInput;

export declare const BookSchema: SchemaData;

export declare const Book: Model<BookInput>;
