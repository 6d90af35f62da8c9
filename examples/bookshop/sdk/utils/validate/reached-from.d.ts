import type { SchemaData, SchemaObject } from "../schema-data.js";
/** The schema that a reference means, the same one each time. */
export declare function targetOf(schema: SchemaData): boolean | SchemaObject;
/** The schemas that a value of this one may have to satisfy as well: itself, its parts, its branches. References are followed. */
export declare function reachedFrom(schema: SchemaData, found?: Set<SchemaObject>): ReadonlySet<SchemaObject>;
