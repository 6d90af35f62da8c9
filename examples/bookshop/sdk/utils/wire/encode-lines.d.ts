/** JSON values, one a line (NDJSON, JSON Lines). */
export declare function jsonLines(value: unknown): string;
/** Each after a record separator. @see RFC 7464 */
export declare function jsonSequence(value: unknown): string;
