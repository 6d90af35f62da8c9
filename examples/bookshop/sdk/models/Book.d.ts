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
}) & BookFields & {
  authorId: Exclude<BookFields["authorId"], undefined>;
  genre: Exclude<BookFields["genre"], undefined>;
  price: Exclude<BookFields["price"], undefined>;
  title: Exclude<BookFields["title"], undefined>;
};

/**
 * Book
 * As requests take it.
 */
export type BookInput = BookFieldsInput & {
  authorId: Exclude<BookFieldsInput["authorId"], undefined>;
  genre: Exclude<BookFieldsInput["genre"], undefined>;
  price: Exclude<BookFieldsInput["price"], undefined>;
  title: Exclude<BookFieldsInput["title"], undefined>;
};

export declare const BookSchema: SchemaData;

export declare const Book: Model<BookInput>;
