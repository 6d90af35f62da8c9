import type { SchemaObject } from "../schema-data.js";
/** Is the text too long to be tested by the patterns of the schema? Servers test it with other means. */
export declare function isUntested(text: string, { patternLimit }: SchemaObject): boolean;
/**
 * Patterns are ECMA-262 with `u`; those that only work without it are taken so (`\-` and other needless escapes). One of
 * another dialect allows everything.
 */
export declare function toRegExp(pattern: string): RegExp;
