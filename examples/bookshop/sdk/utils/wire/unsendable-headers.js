import { issueOf } from "../validate/issue.js";
/**
 * Headers that no platform can send: a character beyond ISO-8859-1, a line break or NUL inside. `fetch` fails on them as it does
 * without a network, so they would be tried again. Values are not told: they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers) {
    return Object.keys(headers)
        .filter((name) => UNSENDABLE.test(String(headers[name]).trim()))
        .map((name) => issueOf("header", name, "header", "holds a character that a header cannot carry"));
}
const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;
