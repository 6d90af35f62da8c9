import { randomUUID } from "node:crypto";
import type { ApiDescription, SecurityScheme } from "@onespec/spec-core";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { OAuthError } from "./oauth-request.js";
import { type Grant, nowInSeconds, type TokenStore } from "./token-store.js";

export const ALGORITHM = "RS256";
/** OpenID Connect's own scopes, which no scheme declares. */
export const OPENID_SCOPES: readonly string[] = ["openid", "profile", "email", "offline_access"];

/** The answer of the token endpoint. @see RFC 6749, section 5.1 */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** Signs tokens, and knows the scopes that clients may request. */
export interface TokenIssuer {
  /** The public key, as the JWKS endpoint shows it. */
  readonly key: JWK;
  /** Scopes that the description declares; `undefined` if one scheme does not list its scopes. */
  readonly declared: readonly string[] | undefined;
  issue(
    issuer: string,
    grant: Grant,
    extra?: { readonly refresh?: boolean; readonly nonce?: string | undefined },
  ): Promise<TokenAnswer>;
  /** The scopes of a request; all that are declared if it asks for none. @throws OAuthError for one that is not declared */
  scopesOf(asked: string | undefined): readonly string[];
}

/** @param lifetime of access tokens, in seconds */
export async function createTokenIssuer(
  api: Pick<ApiDescription, "securitySchemes">,
  tokens: TokenStore,
  lifetime: number,
): Promise<TokenIssuer> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const key = { ...(await exportJWK(publicKey)), kid: randomUUID(), use: "sig", alg: ALGORITHM };
  const declared = declaredScopes(api);
  const sign = (issuer: string, claims: JWTPayload, subject: string, audience: string): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(nowInSeconds() + lifetime)
      .sign(privateKey);
  return {
    key,
    declared,
    async issue(issuer, grant, { refresh = false, nonce } = {}) {
      const { clientId, subject, scopes } = grant;
      const scope = scopes.join(" ");
      const accessToken = await sign(issuer, { scope, client_id: clientId }, subject, issuer);
      tokens.addAccess(accessToken, grant, lifetime);
      const idClaims = { ...profileOf(grant), ...(nonce !== undefined && { nonce }) };
      return {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: lifetime,
        scope,
        ...(refresh && { refresh_token: tokens.addRefresh(grant) }),
        ...(scopes.includes("openid") && { id_token: await sign(issuer, idClaims, subject, clientId) }),
      };
    },
    scopesOf(asked = "") {
      const names = asked.split(" ").filter((name) => name !== "");
      if (names.length === 0) return declared ?? [];
      const unknown = names.find((name) => declared && !declared.includes(name) && !OPENID_SCOPES.includes(name));
      if (unknown === undefined) return names;
      throw new OAuthError(
        "invalid_scope",
        `The description declares no scope ${JSON.stringify(unknown)}. It declares: ${declared?.join(", ") || "none"}.`,
      );
    },
  };
}

/** The claims of OpenID Connect about a person. */
export function profileOf({ subject, scopes }: Grant): JWTPayload {
  return {
    ...(scopes.includes("profile") && { name: subject, preferred_username: subject }),
    ...(scopes.includes("email") && { email: `${subject.replace(/[^\w.-]/g, "-")}@example.com`, email_verified: true }),
  };
}

/** Scopes that the description's flows declare; `undefined` if one scheme does not list its scopes. */
function declaredScopes({ securitySchemes }: Pick<ApiDescription, "securitySchemes">): readonly string[] | undefined {
  const schemes = [...securitySchemes.values()].filter(isOAuth);
  if (schemes.some(({ type }) => type === "openIdConnect")) return undefined;
  const flows = schemes.flatMap((scheme) => (scheme.type === "oauth2" ? Object.values(scheme.flows) : []));
  return [...new Set(flows.flatMap((flow) => Object.keys((flow as { scopes?: object } | undefined)?.scopes ?? {})))];
}

/** True for a scheme whose tokens an authorization server issues. */
function isOAuth(scheme: SecurityScheme): scheme is Extract<SecurityScheme, { type: "oauth2" | "openIdConnect" }> {
  return scheme.type === "oauth2" || scheme.type === "openIdConnect";
}
