import type { Ask, RequestDetails } from "./follow.js";
/**
 * Follows redirects as `fetch` does, and takes more headers from what goes on to another origin.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 * @param secrets names of headers, in lower case
 */
export declare function followRedirects(url: string, init: RequestDetails, secrets: readonly string[], ask: Ask): Promise<Response>;
