import type { Format } from "../keyword.js";
export declare const uri: Format;
/** ajv's is a rule for public web pages: it refuses localhost and private addresses. */
export declare const url: Format;
export declare const uriReference: Format;
export declare const uriTemplate: Format;
export declare const jsonPointerUriFragment: Format;
export declare const ipv4: Format;
export declare const ipv6: Format;
