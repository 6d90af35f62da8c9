import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule, Scope } from "./check.js";
import type { Json } from "./rule.js";
/** The keywords about objects that most descriptions use. A property that is `undefined` is not there. */
export declare function objectRules(schema: SchemaObject, scope: Scope): Rule<Json>[];
export declare function has(value: Json, name: string): boolean;
export declare function namesOf(value: Json): string[];
export declare function pathTo(path: string, name: string): string;
/** The check of properties that have no name in the schema. */
export declare function restOf({ additionalProperties }: SchemaObject, { inside }: Scope): Check;
export declare function eachMember(checkOf: (name: string) => Check, { secret }: Scope): Rule<Json>;
