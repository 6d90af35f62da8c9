import type { Model, SchemaData } from "../utils/index.js";
import type { Book, BookInput } from "./Book.js";
import type { PageInfo } from "./PageInfo.js";

/** BookPage */
export type BookPage = PageInfo & {
  data: Book[];
};

/**
 * BookPage
 * As requests take it.
 */
export type BookPageInput = PageInfo & {
  data: BookInput[];
};

export declare const BookPageSchema: SchemaData;

export declare const BookPage: Model<BookPageInput>;
