import type { Model, SchemaData } from "../utils/index.js";
import type { AuthorFields, AuthorFieldsInput } from "./AuthorFields.js";

/** Author */
export type Author = ({
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
}) & AuthorFields & {
  name: Exclude<AuthorFields["name"], undefined>;
};

/**
 * Author
 * As requests take it.
 */
export type AuthorInput = AuthorFieldsInput & {
  name: Exclude<AuthorFieldsInput["name"], undefined>;
};

export declare const AuthorSchema: SchemaData;

export declare const Author: Model<AuthorInput>;
