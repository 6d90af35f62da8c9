import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { clientOf, type Fields, field, fieldsOf, issuerOf, OAuthError } from "./oauth-request.js";
import type { TokenAnswer, TokenIssuer } from "./token-issuer.js";
import type { CodeGrant, Grant, TokenStore } from "./token-store.js";

export const GRANT_TYPES: readonly string[] = ["authorization_code", "client_credentials", "password", "refresh_token"];

/** `POST /token`. @throws OAuthError @see RFC 6749, sections 4.1.3, 4.3, 4.4 and 6 */
export function tokenEndpoint(
  path: string,
  tokens: TokenStore,
  { issue, scopesOf }: TokenIssuer,
): (request: FastifyRequest) => Promise<TokenAnswer> {
  return async (request) => {
    const form = fieldsOf(request.body);
    const clientId = clientOf(request, form);
    const issuer = issuerOf(request, path);
    const type = field(form, "grant_type");
    switch (type) {
      case "client_credentials":
        return issue(issuer, { clientId, subject: clientId, scopes: scopesOf(form.scope) });
      case "password": {
        field(form, "password");
        const grant = { clientId, subject: field(form, "username"), scopes: scopesOf(form.scope) };
        return issue(issuer, grant, { refresh: true });
      }
      case "authorization_code": {
        const { nonce, ...grant } = exchangeCode(tokens, form, clientId);
        return issue(issuer, grant, { refresh: true, nonce });
      }
      case "refresh_token": {
        const grant = refreshed(tokens, form, clientId);
        const scopes = form.scope === undefined ? grant.scopes : scopesOf(form.scope);
        const added = scopes.find((scope) => !grant.scopes.includes(scope));
        if (added !== undefined)
          throw new OAuthError("invalid_scope", `The scope ${JSON.stringify(added)} was not granted before.`);
        return issue(issuer, { ...grant, scopes }, { refresh: true });
      }
      default:
        throw new OAuthError(
          "unsupported_grant_type",
          `grant_type is one of ${GRANT_TYPES.join(", ")}, not ${JSON.stringify(type)}.`,
        );
    }
  };
}

function refreshed(tokens: TokenStore, form: Fields, clientId: string): Grant {
  const grant = tokens.takeRefresh(field(form, "refresh_token"));
  if (grant?.clientId === clientId) return grant;
  throw new OAuthError("invalid_grant", "The refresh token is unknown, used, expired or another client's.");
}

/** @see RFC 7636, section 4.6 */
function exchangeCode(tokens: TokenStore, form: Fields, clientId: string): CodeGrant {
  const grant = tokens.takeCode(field(form, "code"));
  if (!grant)
    throw new OAuthError("invalid_grant", "The code is unknown, used or expired. Ask /authorize for another one.");
  if (grant.clientId !== clientId) throw new OAuthError("invalid_grant", "The code was issued to another client.");
  if (form.redirect_uri !== undefined && form.redirect_uri !== grant.redirectUri)
    throw new OAuthError("invalid_grant", `redirect_uri differs from the one of /authorize, ${grant.redirectUri}.`);
  const { challenge } = grant;
  if (!challenge) return grant;
  const verifier = field(form, "code_verifier");
  const shown = challenge.method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  if (shown !== challenge.value)
    throw new OAuthError("invalid_grant", "code_verifier does not match the code_challenge.");
  return grant;
}
