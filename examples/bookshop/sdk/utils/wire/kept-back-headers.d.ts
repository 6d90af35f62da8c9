import { type Issue } from "../validate/issue.js";
/**
 * What the platform took out of a request. Browsers keep `Cookie`, `Host`, `Origin` and others for themselves and drop them
 * without a word: the server would get another call than the one that was made.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 * @param cookies names of the cookies that were to go along
 */
export declare function keptBackHeaders(wanted: Readonly<Record<string, string>>, cookies: readonly string[]): Issue[];
/** Of the platform, so asked once. Browsers do, servers keep none. */
export declare function isKeepingHeaders(): boolean;
