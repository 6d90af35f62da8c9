import type { Keyword } from "../keyword.js";
export declare const uniqueItems: Keyword;
/** `contains`, `minContains` and `maxContains`. */
export declare const contains: Keyword;
/** `prefixItems`, and `items` for the rest. */
export declare const prefixItems: Keyword;
