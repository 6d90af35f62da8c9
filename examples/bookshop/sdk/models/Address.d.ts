import type { Model, SchemaData } from "../utils/index.js";
import type { CountryCode } from "./CountryCode.js";

/** Address */
export interface Address {
  /** (minLength 1, maxLength 80) */
  city: string;
  country: CountryCode;
  /** (minLength 2, maxLength 12) */
  postalCode: string;
  /** (minLength 1, maxLength 120) */
  street: string;
}

export declare const AddressSchema: SchemaData;

export declare const Address: Model<Address>;
