import type { Model, SchemaData } from "../utils/index.js";
import type { CountryCode } from "./CountryCode.js";

/** AuthorFields */
export interface AuthorFields {
  /** (maxLength 2000) */
  biography?: string;
  /** (date) */
  bornOn?: string | null;
  country?: CountryCode;
  /** (minLength 1, maxLength 120) */
  name?: string;
  /** (uri) */
  website?: string;
}

/**
 * AuthorFields
 * As requests take it.
 */
export interface AuthorFieldsInput {
  /** (maxLength 2000) */
  biography?: string | undefined;
  /** (date) */
  bornOn?: string | null | undefined;
  country?: CountryCode | undefined;
  /** (minLength 1, maxLength 120) */
  name?: string | undefined;
  /** (uri) */
  website?: string | undefined;
}

export declare const AuthorFieldsSchema: SchemaData;

export declare const AuthorFields: Model<AuthorFieldsInput>;
