import type { Model, SchemaData } from "../utils/index.js";

/** Two letters, ISO 3166-1. */
export type CountryCode = string;

export declare const CountryCodeSchema: SchemaData;

export declare const CountryCode: Model<CountryCode>;
