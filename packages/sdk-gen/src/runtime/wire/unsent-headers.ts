import { type Issue, issueOf } from "../validate/issue.js";

/**
 * Reports headers that no platform can send: those with a character beyond ISO-8859-1, a line break or NUL. `fetch`
 * would fail as for a network error, which is retried. Issues leave out the values, since they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
export function unsendableHeaders(headers: Readonly<Record<string, string>>): Issue[] {
  return Object.keys(headers)
    .filter((name) => UNSENDABLE.test(String(headers[name]).trim()))
    .map((name) => issueOf("header", name, "header", "has a character that is not allowed"));
}

const UNSENDABLE = /[\0\r\n]|[^\0-\xff]/;

/** @param cookies the names in the header `Cookie` */
export type KeptBack = (wanted: Readonly<Record<string, string>>, cookies: readonly string[]) => Issue[];

/**
 * Reports headers that the platform removes from a request. Browsers set `Cookie`, `Host`, `Origin` and others themselves and silently
 * drop them from requests, so the server would receive a different call.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
export const keptBackHeaders: KeptBack = (wanted) => {
  if (!isKeepingHeaders()) return [];
  const sent = sendable(wanted);
  return Object.keys(wanted)
    .filter((name) => !sent.has(name))
    .map((name) => issueOf("header", name, "forbidden", "is not sent by this platform"));
};

/** Reports the names of cookies instead of the header `Cookie`. For descriptions that declare cookies. */
export const keptBackCookies: KeptBack = (wanted, cookies) =>
  keptBackHeaders(wanted, cookies).flatMap((issue) =>
    issue.field === "cookie" ? cookies.map((name) => issueOf("cookie", name, "forbidden", COOKIE_ADVICE)) : issue,
  );

const COOKIE_ADVICE =
  'cannot be given in a browser, which sends its own cookies: leave it out, and send those with fetch: (request) => fetch(request, { credentials: "include" })';

let keepsHeaders: boolean | undefined;

/** True in browsers, false on servers. Asks the platform once. */
export function isKeepingHeaders(): boolean {
  keepsHeaders ??= !sendable({ cookie: "a=b" }).has("cookie");
  return keepsHeaders;
}

function sendable(headers: Readonly<Record<string, string>>): Headers {
  return new Request("http://localhost", { headers }).headers;
}
