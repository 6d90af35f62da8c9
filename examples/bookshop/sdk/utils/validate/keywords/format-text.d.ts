import type { Format } from "../keyword.js";
export declare const duration: Format;
export declare const email: Format;
export declare const hostname: Format;
export declare const uuid: Format;
export declare const jsonPointer: Format;
export declare const relativeJsonPointer: Format;
export declare const byte: Format;
export declare const regex: Format;
