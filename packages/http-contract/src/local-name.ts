import { isIP } from "node:net";

/**
 * True for a host name that a stranger cannot point at this machine: an address, a name without a dot (local network
 * only), a reserved name (RFC 6761, RFC 9476), or an allowed one.
 * @param host in lower case, with or without a port
 */
export function isLocalName(host: string, allowed: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  if (name === "" || isIP(name) !== 0) return name !== "";
  return !name.includes(".") || /\.(?:localhost|internal|test)$/.test(name) || allowed.includes(name);
}

/** Host and port of an `Origin` header; `undefined` for `null`. @see https://fetch.spec.whatwg.org/#origin-header */
export function hostOfOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
