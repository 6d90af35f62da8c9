import type { SchemaObject } from "../schema-data.js";
import type { Check } from "./check.js";
/** `type`, `enum` and `const`. A value that fails one of them is not looked at further. */
export declare function typeChecks(schema: SchemaObject): Check[];
