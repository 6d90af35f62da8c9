import type { SchemaObject } from "../schema-data.js";
import { type Check, type Scope } from "./check.js";
/** `allOf`, `not` and conditions: what the value itself must be, or not be, as well. */
export declare function partChecks(schema: SchemaObject, scope: Scope): Check[];
