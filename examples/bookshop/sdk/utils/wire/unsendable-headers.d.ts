import { type Issue } from "../validate/issue.js";
/**
 * Headers that no platform can send: a character beyond ISO-8859-1, a line break or NUL inside. `fetch` fails on them as it does
 * without a network, so they would be tried again. Values are not told: they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export declare function unsendableHeaders(headers: Readonly<Record<string, string>>): Issue[];
