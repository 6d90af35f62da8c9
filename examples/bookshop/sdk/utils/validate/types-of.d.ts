import type { SchemaData, SchemaObject } from "../schema-data.js";
/** Parts of parts that are looked into. */
export declare const MOST_PARTS = 8;
/** JSON types that a value of the schema may have; empty: any. */
export declare function typesOf(schema: SchemaData, depth?: number): ReadonlySet<string>;
export declare function partsOf({ allOf, anyOf, oneOf }: SchemaObject): readonly SchemaData[];
