import { type Issue, issueOf } from "../validate/issue.js";

/**
 * Reports headers that no platform can send: with a character beyond ISO-8859-1, a line break or NUL. For `fetch` they look like network
 * errors, which are retried. Issues do not contain the values, which may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers: Readonly<Record<string, string>>): Issue[] {
  return Object.keys(headers)
    .filter((name) => UNSENDABLE.test(String(headers[name]).trim()))
    .map((name) => issueOf("header", name, "header", "has a character that is not allowed"));
}

const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;
