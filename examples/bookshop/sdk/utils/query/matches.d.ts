import type { SchemaData } from "../schema-data.js";
import type { Condition } from "./condition.js";
/** Does a record meet the condition? Compiled once a query. */
export type Predicate = (record: unknown) => boolean;
export declare function toPredicate(condition: Condition, schema: SchemaData): Predicate;
/** Less than, equal or more than zero; NaN when the two cannot be compared, so that every comparison fails. */
export declare function compare(left: unknown, right: unknown, instants: boolean): number;
