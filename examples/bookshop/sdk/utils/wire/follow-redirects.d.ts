import type { Credential } from "../auth.js";
/** What `fetch` is told beside the URL. */
export type RequestDetails = RequestInit & {
    headers: Record<string, string>;
    duplex?: "half";
};
export type Ask = (url: string, init: RequestDetails) => Promise<Response>;
export type Follow = (url: string, init: RequestDetails, login: readonly Credential[], ask: Ask) => Promise<Response>;
/**
 * Follows redirects as `fetch` does, which takes `Authorization` and `Cookie` from what it sends on to another origin but leaves
 * other headers that hold credentials. Browsers do not tell where they are sent; there `fetch` goes on by itself.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export declare const follow: Follow;
