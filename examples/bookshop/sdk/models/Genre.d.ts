import type { Model, SchemaData } from "../utils/index.js";

/** Genre */
export type Genre = "fiction" | "science" | "history" | "poetry" | "children" | "travel" | (string & {});

/**
 * Genre
 * As requests take it.
 */
export type GenreInput = "fiction" | "science" | "history" | "poetry" | "children" | "travel";

export declare const GenreSchema: SchemaData;

export declare const Genre: Model<GenreInput>;
