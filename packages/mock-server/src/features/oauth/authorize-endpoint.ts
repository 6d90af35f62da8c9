import type { FastifyReply, FastifyRequest } from "fastify";
import { challengeOf, type Fields, field, fieldsOf, issuerOf, OAuthError, redirectOf } from "./oauth-request.js";
import type { TokenIssuer } from "./token-issuer.js";
import type { TokenStore } from "./token-store.js";

/** The user who logs in if the request names none. */
const SUBJECT = "mock-user";

/** `GET /authorize`: approves every request. @throws OAuthError for a request without a redirect URI @see RFC 6749, section 4.1.1 */
export function authorizeEndpoint(
  path: string,
  tokens: TokenStore,
  issuer: TokenIssuer,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  /** The parameters that the client gets, and whether they are in the fragment of the redirect URI. */
  const granted = async (
    request: FastifyRequest,
    query: Fields,
    redirectUri: string,
  ): Promise<{ readonly fields: Fields; readonly inFragment: boolean }> => {
    const scopes = issuer.scopesOf(query.scope);
    const type = field(query, "response_type");
    const grant = { clientId: field(query, "client_id"), subject: query.login_hint ?? SUBJECT, scopes };
    if (type === "code") {
      const code = tokens.addCode({ ...grant, redirectUri, challenge: challengeOf(query), nonce: query.nonce });
      return { fields: { code }, inFragment: false };
    }
    if (type !== "token")
      throw new OAuthError("unsupported_response_type", `response_type is code or token, not ${JSON.stringify(type)}.`);
    const { access_token, token_type, expires_in, scope } = await issuer.issue(issuerOf(request, path), grant);
    return { fields: { access_token, token_type, expires_in: String(expires_in), scope }, inFragment: true };
  };

  return async (request, reply) => {
    const query = fieldsOf(request.query);
    field(query, "client_id");
    const redirectUri = redirectOf(query);
    const send = (fields: Fields, inFragment = false): FastifyReply => {
      const url = new URL(redirectUri);
      const target = inFragment ? new URLSearchParams() : url.searchParams;
      for (const [name, value] of Object.entries({ ...fields, state: query.state }))
        if (value !== undefined) target.set(name, value);
      if (inFragment) url.hash = target.toString();
      return reply.redirect(url.href);
    };
    if (query.prompt === "consent" && query.decision === undefined)
      return reply.type("text/html; charset=utf-8").send(consentPage(path, query));
    if (query.decision === "deny")
      return send({ error: "access_denied", error_description: "The user denied the request." });
    try {
      const { fields, inFragment } = await granted(request, query, redirectUri);
      return send(fields, inFragment);
    } catch (error) {
      if (error instanceof OAuthError) return send({ error: error.error, error_description: error.message });
      throw error;
    }
  };
}

/** The page of `prompt=consent`, for tests that approve or deny by hand. */
function consentPage(path: string, query: Fields): string {
  const hidden = Object.entries(query)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`)
    .join("");
  const scopes = escapeHtml(query.scope ?? "all scopes");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Allow access?</title>
<form method="get" action="${escapeHtml(path)}/authorize">${hidden}
<h1>Allow ${escapeHtml(query.client_id ?? "")} access?</h1><p>It asks for: ${scopes}</p>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
