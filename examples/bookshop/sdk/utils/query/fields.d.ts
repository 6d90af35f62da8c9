import type { Place } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
export { targetOf as follow } from "./handed-over.js";
/** The properties a record of the schema may have, with those of its parts and branches. Empty: the schema names none, so any may be there. */
export declare function fieldsOf(schema: SchemaData): ReadonlyMap<string, SchemaData>;
/** The schema at a path, `undefined` where the record has no such field, `true` where anything may stand. Arrays are looked into. */
export declare function fieldAt(schema: SchemaData, place: Place): SchemaData | undefined;
export declare function formatOf(schema: SchemaData, depth?: number): string | undefined;
