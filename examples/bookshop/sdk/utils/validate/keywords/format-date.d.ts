import type { Format } from "../keyword.js";
export declare const dateTime: Format;
export declare const isoDateTime: Format;
export declare const date: Format;
export declare const time: Format;
export declare const isoTime: Format;
