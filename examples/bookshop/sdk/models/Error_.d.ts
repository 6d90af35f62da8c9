import type { Model, SchemaData } from "../utils/index.js";

/** Error */
export interface Error_ {
  details: {
    /** `body`, `query`, `path`, `header`, `cookie` or `security`. */
    in?: string;
    message: string;
    /** Where in it (JSON pointer). */
    path?: string;
  }[];
  /** What went wrong. */
  error: string;
}

export declare const Error_Schema: SchemaData;

export declare const Error_: Model<Error_>;
