import { ClientError } from "../errors.js";

let known: { readonly base: string; readonly root: string } | undefined;

/**
 * Resolves the base URL, relative to the page in browsers. Rejects unusable addresses here, because errors of the platform would contain
 * the whole URL with its credentials.
 * @throws ClientError BASE_URL_INVALID
 */
export function rootOf(base: string): string {
  // Most calls have the same base URL.
  if (known?.base === base) return known.root;
  const page = globalThis.location?.href;
  const { href } = URL.canParse(base, page) ? new URL(base, page) : { href: "#" };
  if (/[?#]|^[^/]*\/\/[^/]*@/.test(href))
    throw new ClientError("BASE_URL_INVALID", "baseUrl must be like https://host/v1, without login, ? and #");
  known = { base, root: href.replace(/\/+$/, "") };
  return known.root;
}
