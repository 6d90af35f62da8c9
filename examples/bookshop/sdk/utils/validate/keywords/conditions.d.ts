import type { Keyword } from "../keyword.js";
export declare const not: Keyword;
/** `if`, `then` and `else`. */
export declare const conditions: Keyword;
