import type { Model, SchemaData } from "../utils/index.js";
import type { AuthorFields, AuthorFieldsInput } from "./AuthorFields.js";

/** Author */
export type Author = ({
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
  name: unknown;
}) & AuthorFields;

/**
 * Author
 * As requests take it.
 */
export type AuthorInput = {
  name: unknown;
} & AuthorFieldsInput;

export declare const AuthorSchema: SchemaData;

export declare const Author: Model<AuthorInput>;
