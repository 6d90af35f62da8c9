/** JSON equality. */
export declare function isSame(left: unknown, right: unknown): boolean;
/** The same text for equal JSON values, whatever the order of their properties, and different texts for others. */
export declare function keyOf(value: unknown): string;
