import type { ResourceSpec } from "../resource-spec.js";
import type { QueryRun } from "./execute-query.js";
export interface Page {
    readonly records: readonly unknown[];
    /** Matching records in all, as the server says. */
    readonly total: number | undefined;
}
type Parameters = Readonly<Record<string, unknown>>;
/**
 * Page after page. The next one is found, in this order, by a token or URL in the body, a `Link` header with `rel="next"`,
 * the last record's id where there is a has-more flag, and by counting. Ends on an empty page.
 */
export declare function readPages({ context, send, options }: QueryRun, resource: ResourceSpec, start: Parameters | undefined, onRequest?: () => void): AsyncGenerator<Page>;
export {};
