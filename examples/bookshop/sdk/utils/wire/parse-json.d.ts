/** How integers beyond 2^53 are read: as exact text, as BigInt, or as JSON.parse does, which rounds. */
export type Int64 = "string" | "bigint" | "number";
/** JSON, or the text itself where it is none; `undefined` where there is nothing. */
export declare function parseJson(text: string, int64: Int64): unknown;
