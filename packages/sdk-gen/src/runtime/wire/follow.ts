import type { Credential } from "../auth.js";
import { followRedirects } from "./follow-redirects.js";
import { isKeepingHeaders } from "./kept-back-headers.js";

/** What `fetch` is told beside the URL. */
export type RequestDetails = RequestInit & { headers: Record<string, string>; duplex?: "half" };

export type Ask = (url: string, init: RequestDetails) => Promise<Response>;

export type Follow = (url: string, init: RequestDetails, login: readonly Credential[], ask: Ask) => Promise<Response>;

/**
 * Keeps credentials in headers of their own from other origins: `fetch` takes `Authorization` and `Cookie` from what it sends on there but
 * leaves other headers. Browsers do not tell where they are sent; there `fetch` goes on by itself.
 */
export const follow: Follow = async (url, init, login, ask) => {
  const secrets = login.flatMap(([{ in: part, name }]) => (part || !name ? [] : name.toLowerCase()));
  if (secrets.length === 0 || isKeepingHeaders()) return ask(url, init);
  return followRedirects(url, init, secrets, ask);
};
