/** Written out, or read from JSON: no date, file or list. */
export declare function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>>;
