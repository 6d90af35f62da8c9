import type { Keyword } from "../keyword.js";
/** `oneOf` and `anyOf`. */
export declare const alternatives: Keyword;
