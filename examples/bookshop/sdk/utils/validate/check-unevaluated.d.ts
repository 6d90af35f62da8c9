import type { SchemaObject } from "../schema-data.js";
import type { Check, Mark, Scope } from "./check.js";
/** `unevaluatedProperties` and `unevaluatedItems`: what no keyword that applies has looked at. */
export declare function unevaluatedChecks(schema: SchemaObject, scope: Scope): Check[];
/** What the schema looks at in a value that it accepts. */
export declare function markOf(schema: SchemaObject, scope: Scope): Mark;
