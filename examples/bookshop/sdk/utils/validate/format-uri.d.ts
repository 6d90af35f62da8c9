/** @see RFC 3986, appendix A */
export declare function isUri(text: string): boolean;
export declare function isUriReference(text: string): boolean;
/** Is every percent sign followed by two digits? */
export declare function hasWholeEscapes(text: string): boolean;
export declare function isIpv4(text: string): boolean;
/** @param tail how the last two groups may be written in the manner of IPv4 */
export declare function isIpv6(text: string, tail?: RegExp): boolean;
