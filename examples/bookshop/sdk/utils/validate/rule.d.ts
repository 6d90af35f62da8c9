import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule } from "./check.js";
import { type Rules } from "./keyword.js";
/** The rule of a keyword whose value is a limit; none without the keyword. `noun`: what it counts. */
export declare function limit<T, K extends keyof SchemaObject>(schema: SchemaObject, keyword: K, message: string, holds: (value: T, limit: NonNullable<SchemaObject[K]>) => boolean, noun?: string): Rule<T>[];
/** The rule of a format that is checked. */
export declare function formatRule<T>(schema: SchemaObject, message: string, holds: (value: T) => boolean): Rule<T>[];
/** All of the rules as one, if there are any. */
export declare function together<T>(rules: readonly Rule<T>[]): Rule<T>[];
export type Json = Readonly<Record<string, unknown>>;
type TypedRules = Required<Omit<Rules, "any" | "last">>;
/** The rules as one check, for values of a type that is known or not. Values of types that no rule speaks of pass. */
export declare function byType(rules: TypedRules, type: SchemaObject["type"]): Check[];
/** Objects that are not arrays; dates, files and buffers are values to us. */
export declare function isObject(value: unknown): value is Json;
export {};
