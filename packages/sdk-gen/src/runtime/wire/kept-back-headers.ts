import { type Issue, issueOf } from "../validate/issue.js";

/**
 * What the platform took out of a request. Browsers keep `Cookie`, `Host`, `Origin` and others for themselves and drop them
 * without a word: the server would get another call than the one that was made.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 * @param cookies names of the cookies that were to go along
 */
export function keptBackHeaders(wanted: Readonly<Record<string, string>>, cookies: readonly string[]): Issue[] {
  if (!isKeepingHeaders()) return [];
  const sent = sendable(wanted);
  return Object.keys(wanted)
    .filter((name) => !sent.has(name))
    .flatMap((name) =>
      name === "cookie" && cookies.length > 0
        ? cookies.map((cookie) => issueOf("cookie", cookie, "forbidden", COOKIE_ADVICE))
        : [issueOf("header", name, "forbidden", "this platform keeps the header for itself and would leave it out")],
    );
}

let keepsHeaders: boolean | undefined;

/** Of the platform, so asked once. Browsers do, servers keep none. */
export function isKeepingHeaders(): boolean {
  keepsHeaders ??= !sendable({ cookie: "a=b" }).has("cookie");
  return keepsHeaders;
}

const COOKIE_ADVICE =
  'cannot be given in a browser, which sends the cookies it has: leave it out, and let them go along with fetch: (request) => fetch(request, { credentials: "include" })';

function sendable(headers: Readonly<Record<string, string>>): Headers {
  return new Request("http://localhost", { headers }).headers;
}
