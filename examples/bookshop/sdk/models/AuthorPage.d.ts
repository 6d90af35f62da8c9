import type { Model, SchemaData } from "../utils/index.js";
import type { Author, AuthorInput } from "./Author.js";
import type { PageInfo } from "./PageInfo.js";

/** AuthorPage */
export type AuthorPage = PageInfo & {
  data: Author[];
};

/**
 * AuthorPage
 * As requests take it.
 */
export type AuthorPageInput = PageInfo & {
  data: AuthorInput[];
};

export declare const AuthorPageSchema: SchemaData;

export declare const AuthorPage: Model<AuthorPageInput>;
