import type { OperationSpec } from "../operation-spec.js";

/** The part of a client that says where it sends calls. */
interface Servers {
  readonly options: { readonly baseUrl?: string };
  readonly defaultBaseUrl: string;
  readonly servers?: readonly string[];
}

/**
 * Selects the server of an operation with its own. A `baseUrl` that is none of the documented servers overrides it, so that all calls go to
 * that mock or proxy.
 */
export function serverOf(
  { options: { baseUrl }, defaultBaseUrl, servers = [] }: Servers,
  { server }: OperationSpec,
): string | undefined {
  if (server === undefined) return undefined;
  if (baseUrl === undefined) return URL.canParse(server) ? server : relative(server, defaultBaseUrl);
  const plain = (url: string): string => url.replace(/\/+$/, "");
  const isElsewhere = URL.canParse(defaultBaseUrl) && ![defaultBaseUrl, ...servers].map(plain).includes(plain(baseUrl));
  return isElsewhere ? baseUrl : relative(server, baseUrl);
}

function relative(server: string, base: string): string {
  return URL.canParse(server, base) ? new URL(server, base).href : server;
}
