import type { Credential } from "../auth.js";
import { followRedirects } from "./follow-redirects.js";
import { isKeepingHeaders } from "./kept-back-headers.js";

/** The second argument of `fetch`. */
export type RequestDetails = RequestInit & { headers: Record<string, string>; duplex?: "half" };

export type Ask = (url: string, init: RequestDetails) => Promise<Response>;

export type Follow = (url: string, init: RequestDetails, login: readonly Credential[], ask: Ask) => Promise<Response>;

/**
 * Keeps credentials in custom headers from other origins. On redirects `fetch` removes only `Authorization` and `Cookie`. Browsers hide the
 * target of redirects, so there `fetch` follows them itself.
 */
export const follow: Follow = async (url, init, login, ask) => {
  const secrets = login.flatMap(([{ place, name }]) => (place || !name ? [] : name.toLowerCase()));
  if (secrets.length === 0 || isKeepingHeaders()) return ask(url, init);
  return followRedirects(url, init, secrets, ask);
};
