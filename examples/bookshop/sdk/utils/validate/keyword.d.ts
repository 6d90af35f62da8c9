import type { SchemaObject } from "../schema-data.js";
import type { Check, Mark, Rule, Scope } from "./check.js";
import type { Json } from "./rule.js";
/** What keywords have to say of a value, by its type. */
export interface Rules {
    readonly string?: readonly Rule<string>[];
    /** Numbers and bigints, which compare alike. */
    readonly number?: readonly Rule<number>[];
    readonly array?: readonly Rule<readonly unknown[]>[];
    readonly object?: readonly Rule<Json>[];
    /** Of values of every type. */
    readonly any?: readonly Check[];
    /** Of values that all else accepts. */
    readonly last?: readonly Check[];
}
/**
 * A keyword that few schemas have. Those that do name it under `uses`, so that a bundle holds the code of the keywords its
 * own schemas need and no others.
 */
export interface Keyword {
    (schema: SchemaObject, scope: Scope): Rules;
    /** Of a keyword that asks what the others have looked at: how to find out, for each schema inside. */
    readonly mark?: (schema: SchemaObject, scope: Scope) => Mark;
}
/** A format that values are checked by; others are names only. */
export interface Format {
    readonly name: string;
    readonly text?: (text: string) => boolean;
    readonly number?: (value: number | bigint) => boolean;
}
export declare function formatName({ format }: SchemaObject): string | undefined;
