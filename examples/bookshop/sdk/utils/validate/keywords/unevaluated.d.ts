import type { Keyword } from "../keyword.js";
/** `unevaluatedProperties` and `unevaluatedItems`: what no keyword that applies has looked at. */
export declare const unevaluated: Keyword;
