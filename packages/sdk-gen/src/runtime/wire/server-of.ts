import type { OperationSpec } from "../operation-spec.js";

/** The part of a client that says where it sends calls. */
interface Servers {
  readonly options: { readonly baseUrl?: string };
  readonly defaultBaseUrl: string;
  readonly servers?: readonly string[];
}

export type ServerOf = (servers: Servers, operation: OperationSpec) => string | undefined;

/**
 * The server of an operation that has its own. It counts unless the client was sent elsewhere than to one of the description's: then
 * everything goes there, to a mock or a proxy.
 */
export const serverOf: ServerOf = ({ options: { baseUrl }, defaultBaseUrl, servers = [] }, { server }) => {
  if (server === undefined) return undefined;
  if (baseUrl === undefined) return URL.canParse(server) ? server : relative(server, defaultBaseUrl);
  const plain = (url: string): string => url.replace(/\/+$/, "");
  const isElsewhere = URL.canParse(defaultBaseUrl) && ![defaultBaseUrl, ...servers].map(plain).includes(plain(baseUrl));
  return isElsewhere ? baseUrl : relative(server, baseUrl);
};

function relative(server: string, base: string): string {
  return URL.canParse(server, base) ? new URL(server, base).href : server;
}
