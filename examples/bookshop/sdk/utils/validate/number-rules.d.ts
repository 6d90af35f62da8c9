import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
/** The keywords about numbers, and the formats of OpenAPI that limit them. 64-bit integers may be bigints. */
export declare function numberRules(schema: SchemaObject): Rule<number>[];
