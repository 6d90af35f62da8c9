import type { SchemaObject } from "../schema-data.js";
import type { Check, Scope } from "./check.js";
/** `oneOf` and `anyOf`, each told apart by a tag where there is one, and the subtypes that a tag names. */
export declare function alternativeChecks(schema: SchemaObject, scope: Scope): Check[];
