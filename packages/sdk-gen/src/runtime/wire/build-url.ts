import { ClientError, refuse } from "../errors.js";
import { factsOf, nameInCall } from "../operation-facts.js";
import type { OperationSpec, ParameterSpec } from "../operation-spec.js";
import { issueOf } from "../validate/issue.js";
import { serializeParameter } from "./serialize-parameter.js";

/**
 * Builds the path and query of a call, without the base URL.
 * @throws ValidationError if a value would lead to another endpoint, even when calls are not validated
 */
export function buildPath(operation: OperationSpec, values: Readonly<Record<string, unknown>>): string {
  const { parts, parameters } = factsOf(operation);
  let path = parts
    .map((part) => (typeof part === "string" ? part : inPath(part, values[nameInCall(part)], operation.id)))
    .join("");
  for (const spec of parameters) {
    const value = values[nameInCall(spec)];
    if (value === undefined || !spec.in.startsWith("query")) continue;
    path = withQuery(path, serializeParameter(spec, value));
  }
  return path;
}

/** Adds to the query as text: `URLSearchParams` would rewrite the brackets and reserved characters that are already there. */
export function withQuery(path: string, part: string): string {
  return part === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${part}`;
}

/**
 * Writes a path value. Rejects values that would lead to another endpoint. An empty value would reach the collection
 * instead of the item, and URL parsers remove `.` and `..`, also percent-encoded.
 * @see RFC 3986, section 5.2.4
 */
function inPath(spec: ParameterSpec, value: unknown, operation: string): string {
  const text = serializeParameter(spec, value ?? "");
  if (/^(\.|%(25)?2e){0,2}$/i.test(text)) {
    const message = `must not be "${text.replaceAll("%25", "%")}": it would change the endpoint`;
    refuse([issueOf("path", nameInCall(spec), "pattern", message)], operation);
  }
  return text;
}

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

/** The part of a client that decides the address of calls. */
interface Servers {
  readonly options: { readonly baseUrl?: string };
  readonly defaultBaseUrl: string;
  readonly servers?: readonly string[];
}

/**
 * Selects the server of an operation that has its own. If `baseUrl` is not a documented server, it overrides this: all
 * calls go to that mock or proxy.
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
