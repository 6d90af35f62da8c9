import type { Credential } from "../auth.js";
import { isKeepingHeaders } from "./unsent-headers.js";

/** The second argument of `fetch`. */
export type RequestDetails = RequestInit & { headers: Record<string, string>; duplex?: "half" };

/** @param withheld headers that a hook must not add, because the request goes to another origin */
export type Ask = (url: string, init: RequestDetails, withheld?: readonly string[]) => Promise<Response>;

/**
 * Keeps credentials in custom headers from other origins. On redirects `fetch` removes only `Authorization` and `Cookie`. Browsers hide the
 * target of redirects, so there `fetch` follows them itself.
 */
export async function follow(
  url: string,
  init: RequestDetails,
  login: readonly Credential[],
  ask: Ask,
): Promise<Response> {
  const secrets = login.flatMap(([{ place, name }]) => (place || !name ? [] : name.toLowerCase()));
  if (secrets.length === 0 || isKeepingHeaders()) return ask(url, init);
  return followRedirects(url, init, secrets, ask);
}

const MOST_HOPS = 20;

/**
 * Follows redirects as `fetch` does, and removes more headers from requests to other origins.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 * @param secrets names of headers, in lower case
 */
async function followRedirects(
  url: string,
  init: RequestDetails,
  secrets: readonly string[],
  ask: Ask,
): Promise<Response> {
  let at = url;
  let details: RequestDetails = { ...init, redirect: "manual" };
  let withheld: readonly string[] = [];
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    const response = await ask(at, details, withheld);
    const { status } = response;
    const target = [301, 302, 303, 307, 308].includes(status) ? response.headers.get("location") : null;
    if (target === null) return response;
    await response.body?.cancel();
    const next = new URL(target, at);
    if (!/^https?:$/.test(next.protocol)) throw new TypeError(`redirected to ${next.protocol}`);
    const headers = { ...details.headers };
    if (next.origin !== new URL(at).origin) withheld = [...secrets, "authorization", "cookie"];
    for (const name of withheld) delete headers[name];
    const { method = "GET" } = details;
    details = { ...details, headers };
    if (status === 303 ? !/^(GET|HEAD)$/.test(method) : status < 303 && method === "POST") {
      details.method = "GET";
      delete details.body;
      delete headers["content-type"];
    } else if (details.body instanceof ReadableStream) throw new TypeError("a stream cannot be sent to a second place");
    at = next.href;
  }
  throw new TypeError("redirected too often");
}
