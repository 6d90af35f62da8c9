import type { Keyword } from "../keyword.js";
/** `oneOf` or `anyOf` of null and one other schema: how nullable references are written. */
export declare const nullOr: Keyword;
