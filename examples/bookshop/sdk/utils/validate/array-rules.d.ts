import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule, Scope } from "./check.js";
type List = readonly unknown[];
/** The keywords about arrays that most descriptions use. */
export declare function arrayRules(schema: SchemaObject, scope: Scope): Rule<List>[];
/** `items: false`, after `count` that are allowed. */
export declare function noMore(count: number): Rule<List>[];
export declare function eachItem(checkAt: (at: number) => Check): Rule<List>;
export {};
