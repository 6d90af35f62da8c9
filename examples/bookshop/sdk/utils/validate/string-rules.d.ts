import type { SchemaObject } from "../schema-data.js";
import type { Rule } from "./check.js";
/** The keywords about text. Lengths count characters, not UTF-16 units. */
export declare function stringRules(schema: SchemaObject): Rule<string>[];
