/**
 * Patterns are ECMA-262 with `u`; those that only work without it are taken so (`\-` and other needless escapes). One of
 * another dialect allows everything.
 */
export declare function toRegExp(pattern: string): RegExp;
