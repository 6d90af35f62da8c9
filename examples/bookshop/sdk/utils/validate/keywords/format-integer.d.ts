import type { Format } from "../keyword.js";
export declare const int32: Format;
/** JSON's numbers lose their last digits beyond 2^53, so that an int64 which is a number has no bounds. */
export declare const int64: Format;
