/** One way in which a value breaks the description. */
export interface Issue {
    /** Which part of the call: absent for a value checked by itself. */
    readonly in?: "path" | "query" | "header" | "cookie" | "body" | "response";
    /** JSON pointer into that part: `/addresses/0/zip`. */
    readonly path: string;
    /** The same for people: `addresses[0].zip`. */
    readonly field: string;
    /** The JSON Schema keyword that failed. */
    readonly keyword: string;
    /** One sentence without the path: `must be at least 1`. */
    readonly message: string;
    /** The keyword's value in the schema, where it helps. */
    readonly expected?: unknown;
    /** What was there instead, cut short. Passwords and what only clients may know are `(hidden)`. */
    readonly received?: string;
}
/** An issue of a part of a call, or of a query, as a whole. */
export declare function issueOf(part: Issue["in"], field: string, keyword: string, message: string): Issue;
/** Adds an issue, if a list is wanted and it says something new. @param value what was there, where showing it helps */
export declare function fail(issues: Issue[] | undefined, path: string, keyword: string, message: string, value?: unknown, expected?: unknown): false;
/** Takes from the issues after the first `from` what they show of the value. */
export declare function hideReceived(issues: Issue[], from: number): void;
/** `/addresses/0/zip` as `addresses[0].zip`. */
export declare function fieldOf(path: string): string;
/** The names and positions that a path goes through. */
export declare function tokensOf(path: string): string[];
export declare function escapeToken(token: string): string;
