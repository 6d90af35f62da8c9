import { ClientError } from "../errors.js";

let known: { readonly base: string; readonly root: string } | undefined;

/**
 * An address that paths can be put behind. A server may be named by a path: it is that of the page then. One that cannot be used
 * is refused here, as what the platform says of it would hold the whole URL, with credentials.
 * @throws ClientError BASE_URL_INVALID
 */
export function rootOf(base: string): string {
  // Nearly all calls have the same one.
  if (known?.base === base) return known.root;
  const page = globalThis.location?.href;
  const url = URL.canParse(base, page) ? new URL(base, page) : undefined;
  if (!url || url.username || url.password || url.search || url.hash)
    throw new ClientError("BASE_URL_INVALID", "baseUrl is no address like https://host/v1, or holds a login, ? or #");
  known = { base, root: url.href.replace(/\/+$/, "") };
  return known.root;
}
