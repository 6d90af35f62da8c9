import type { Answer } from "../response/answer.js";

/** Scripts still run, but not as ours: `Origin: null` may neither change the control plane nor read it. */
const SANDBOX = "sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads";

/** `text/html`, and all that is XML: `image/svg+xml`, `application/xhtml+xml`. */
const DOCUMENT = /^\s*(?:text\/html|[^;]*[/+]xml)\s*(?:;|$)/i;

/**
 * Headers with which a browser does not take what the API answers for a page of this server: a client may have uploaded it, and
 * any page may be that client. `undefined` where it cannot be taken for a page.
 * @see https://html.spec.whatwg.org/#sandboxing, https://mimesniff.spec.whatwg.org
 */
export function inertDocument({ headers, body }: Answer): Readonly<Record<string, string>> | undefined {
  const type = headers["content-type"];
  if (body === undefined || type?.startsWith("application/json")) return undefined;
  const isDocument = type !== undefined && DOCUMENT.test(type) && headers["content-security-policy"] === undefined;
  return { "x-content-type-options": "nosniff", ...(isDocument ? { "content-security-policy": SANDBOX } : {}) };
}
