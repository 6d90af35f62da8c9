import type { FastifyRequest } from "fastify";
import type { CodeGrant } from "./token-store.js";

/** An error of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly statusCode: number;
  readonly error: string;

  constructor(error: string, description: string, statusCode = 400) {
    super(description);
    this.error = error;
    this.statusCode = statusCode;
  }
}

/** The parameters of a request. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** @throws OAuthError for a parameter that is sent twice (RFC 6749, section 3.1), or that is not a text */
export function fieldsOf(sent: unknown): Fields {
  if (typeof sent !== "object" || sent === null) return {};
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === "string") continue;
    const reason = Array.isArray(value) ? "is given more than once" : "must be a text";
    throw new OAuthError("invalid_request", `The parameter ${name} ${reason}.`);
  }
  return sent as Fields;
}

/** @throws OAuthError for a parameter that is missing */
export function field(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
}

/** The client's id, from Basic authentication or the form. Every secret is accepted. @see RFC 6749, section 2.3.1 */
export function clientOf(request: FastifyRequest, form: Fields): string {
  const [, basic] = /^Basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const sent = basic === undefined ? form.client_id : Buffer.from(basic, "base64").toString("utf8").split(":")[0];
  if (sent) return basic === undefined ? sent : new URLSearchParams(`id=${sent}`).get("id") || sent;
  throw new OAuthError(
    "invalid_client",
    "Send client_id in the form, or client id and secret by Basic authentication.",
    401,
  );
}

/** Returns the redirect URI. @throws OAuthError if it is not a URL, or a URL that runs code */
export function redirectOf(query: Fields): string {
  const text = field(query, "redirect_uri");
  const scheme = URL.canParse(text) ? new URL(text).protocol : "";
  if (scheme === "" || ["javascript:", "data:", "vbscript:"].includes(scheme))
    throw new OAuthError("invalid_request", `redirect_uri ${JSON.stringify(text)} is not an address to return to.`);
  return text;
}

/** @see RFC 7636, section 4.3 */
export function challengeOf({
  code_challenge: value,
  code_challenge_method: method = "plain",
}: Fields): CodeGrant["challenge"] {
  if (value === undefined) return undefined;
  if (method === "S256" || method === "plain") return { method, value };
  throw new OAuthError("invalid_request", `code_challenge_method is S256 or plain, not ${JSON.stringify(method)}.`);
}

/** The address of the plane, as the client reaches it. */
export function issuerOf({ protocol, host }: FastifyRequest, path: string): string {
  return `${protocol}://${host}${path}`;
}
