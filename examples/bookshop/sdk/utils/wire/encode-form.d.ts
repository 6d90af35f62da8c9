import type { MediaSpec } from "../operation-spec.js";
/** One part a property; arrays repeat their part; objects are JSON parts. @see OpenAPI 3.1, "Encoding Object" */
export declare function multipart(value: unknown, media: MediaSpec): FormData;
/** As query parameters of style `form`, unless the encoding says otherwise; nested values in brackets. Spaces are `+`. @see WHATWG URL, section 5.2 */
export declare function urlencoded(value: unknown, media: MediaSpec): string;
