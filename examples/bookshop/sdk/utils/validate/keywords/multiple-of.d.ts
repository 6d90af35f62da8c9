import type { Keyword } from "../keyword.js";
export declare const multipleOf: Keyword;
