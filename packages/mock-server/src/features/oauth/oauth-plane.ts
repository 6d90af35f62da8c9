import { createHash, randomUUID } from "node:crypto";
import { parse as parseQuery } from "node:querystring";
import type { ApiDescription, SecurityScheme } from "@onespec/spec-core";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { type CodeGrant, type Grant, nowInSeconds, type TokenStore } from "./token-store.js";

export interface OAuthPlaneOptions {
  /** Path of the plane, `/__mock/oauth`, with the prefix of the application in front. */
  readonly path: string;
  readonly api: Pick<ApiDescription, "securitySchemes">;
  readonly tokens: TokenStore;
  /** The real server that takes every token, so that those of the mock are worth nothing. */
  readonly tokensAreOf?: string | undefined;
  /** Lifetime of access tokens, in seconds. */
  readonly tokenLifetime: number;
}

const ALGORITHM = "RS256";
const GRANT_TYPES = ["authorization_code", "client_credentials", "password", "refresh_token"];
/** OpenID Connect's own scopes, which no scheme declares. */
const OPENID_SCOPES = ["openid", "profile", "email", "offline_access"];
/** The person who logs in when nobody is named. */
const SUBJECT = "mock-user";

/** An error of RFC 6749, section 5.2. */
class OAuthError extends Error {
  readonly statusCode: number;
  readonly error: string;

  constructor(error: string, description: string, statusCode = 400) {
    super(description);
    this.error = error;
    this.statusCode = statusCode;
  }
}

/**
 * An authorization server for tests: it approves everybody, and signs tokens with a key of its own, new at each start.
 * Endpoints: authorize, token, introspect, revoke, userinfo, jwks and the two discovery documents.
 * @see RFC 6749, RFC 7636 (PKCE), RFC 7662 (introspection), RFC 7009 (revocation), RFC 8414 and OpenID Connect Discovery 1.0
 */
export async function openOAuthPlane({
  path,
  api,
  tokens,
  tokensAreOf,
  tokenLifetime,
}: OAuthPlaneOptions): Promise<FastifyInstance> {
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
      .setExpirationTime(nowInSeconds() + tokenLifetime)
      .sign(privateKey);

  /** The answer of the token endpoint. @see RFC 6749, section 5.1 */
  const tokenAnswer = async (
    issuer: string,
    grant: Grant,
    extra: { refresh?: boolean; nonce?: string | undefined } = {},
  ) => {
    const { clientId, subject, scopes } = grant;
    const scope = scopes.join(" ");
    const accessToken = await sign(issuer, { scope, client_id: clientId }, subject, issuer);
    tokens.addAccess(accessToken, grant, tokenLifetime);
    const idClaims = { ...profileOf(grant), ...(extra.nonce !== undefined && { nonce: extra.nonce }) };
    return {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: tokenLifetime,
      scope,
      ...(extra.refresh && { refresh_token: tokens.addRefresh(grant) }),
      ...(scopes.includes("openid") && { id_token: await sign(issuer, idClaims, subject, clientId) }),
    };
  };

  const scopesOf = (asked: string | undefined): readonly string[] => {
    const names = (asked ?? "").split(" ").filter((name) => name !== "");
    if (names.length === 0) return declared ?? [];
    const unknown = names.find((name) => declared && !declared.includes(name) && !OPENID_SCOPES.includes(name));
    if (unknown === undefined) return names;
    throw new OAuthError(
      "invalid_scope",
      `The description declares no scope ${JSON.stringify(unknown)}. It declares: ${declared?.join(", ") || "none"}.`,
    );
  };

  const exchangeCode = (form: Fields, clientId: string): CodeGrant => {
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
  };

  const answerToken = async (request: FastifyRequest) => {
    const form = fieldsOf(request.body);
    const clientId = clientOf(request, form);
    const issuer = issuerOf(request, path);
    const type = field(form, "grant_type");
    switch (type) {
      case "client_credentials":
        return tokenAnswer(issuer, { clientId, subject: clientId, scopes: scopesOf(form.scope) });
      case "password":
        field(form, "password");
        return tokenAnswer(
          issuer,
          { clientId, subject: field(form, "username"), scopes: scopesOf(form.scope) },
          { refresh: true },
        );
      case "authorization_code": {
        const { nonce, ...grant } = exchangeCode(form, clientId);
        return tokenAnswer(issuer, grant, { refresh: true, nonce });
      }
      case "refresh_token": {
        const grant = tokens.takeRefresh(field(form, "refresh_token"));
        if (!grant || grant.clientId !== clientId)
          throw new OAuthError("invalid_grant", "The refresh token is unknown, used, expired or another client's.");
        const scopes = form.scope === undefined ? grant.scopes : scopesOf(form.scope);
        const added = scopes.find((scope) => !grant.scopes.includes(scope));
        if (added !== undefined)
          throw new OAuthError("invalid_scope", `The scope ${JSON.stringify(added)} was not granted before.`);
        return tokenAnswer(issuer, { ...grant, scopes }, { refresh: true });
      }
      default:
        throw new OAuthError(
          "unsupported_grant_type",
          `grant_type is one of ${GRANT_TYPES.join(", ")}, not ${JSON.stringify(type)}.`,
        );
    }
  };

  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = fieldsOf(request.query);
    const clientId = field(query, "client_id");
    const redirectUri = redirectOf(query);
    const send = (fields: Readonly<Record<string, string | undefined>>, inFragment = false) => {
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
      const scopes = scopesOf(query.scope);
      const type = field(query, "response_type");
      const grant = { clientId, subject: query.login_hint ?? SUBJECT, scopes };
      if (type === "code")
        return send({
          code: tokens.addCode({ ...grant, redirectUri, challenge: challengeOf(query), nonce: query.nonce }),
        });
      if (type !== "token")
        throw new OAuthError(
          "unsupported_response_type",
          `response_type is code or token, not ${JSON.stringify(type)}.`,
        );
      const { access_token, token_type, expires_in, scope } = await tokenAnswer(issuerOf(request, path), grant);
      return send({ access_token, token_type, expires_in: String(expires_in), scope }, true);
    } catch (error) {
      if (error instanceof OAuthError) return send({ error: error.error, error_description: error.message });
      throw error;
    }
  };

  const app = fastify({ logger: false });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, parseQuery(text as string)),
  );
  // Pages of any origin may log in: the tokens open nothing but this mock.
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
  });
  app.addHook("onRequest", async () => {
    if (tokensAreOf === undefined) return;
    const reason = `The mock's tokens are of no use: operations that take a token are the upstream's, ${tokensAreOf}.`;
    throw new OAuthError("forwarded", `${reason} Get a token from its login, or mock an operation with --mock.`, 409);
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 401) reply.header("www-authenticate", 'Basic realm="mock"');
    const code = error instanceof OAuthError ? error.error : "invalid_request";
    const description = status === 415 ? "Send the parameters as application/x-www-form-urlencoded." : error.message;
    return reply.code(status).send({ error: code, error_description: description });
  });
  app.setNotFoundHandler((request, reply) => {
    const known = [
      "authorize",
      "token",
      "introspect",
      "revoke",
      "userinfo",
      "jwks",
      ".well-known/openid-configuration",
    ];
    const description = `${request.method} ${request.url} is no endpoint here. Endpoints: ${known.map((name) => `${path}/${name}`).join(", ")}.`;
    return reply.code(404).send({ error: "not_found", error_description: description });
  });
  app.options(`${path}/*`, (_request, reply) =>
    reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "authorization, content-type",
      })
      .send(),
  );
  app.post(`${path}/token`, answerToken);
  app.get(`${path}/authorize`, authorize);
  app.get(`${path}/jwks`, () => ({ keys: [key] }));
  app.post(`${path}/introspect`, (request) => {
    const grant = tokens.find(field(fieldsOf(request.body), "token"));
    if (!grant) return { active: false };
    const { clientId, subject, scopes, issuedAt, expiresAt } = grant;
    const times = { iat: issuedAt, exp: expiresAt };
    return { active: true, scope: scopes.join(" "), client_id: clientId, sub: subject, token_type: "Bearer", ...times };
  });
  app.post(`${path}/revoke`, (request, reply) => {
    tokens.revoke(field(fieldsOf(request.body), "token"));
    return reply.code(200).send();
  });
  app.get(`${path}/userinfo`, (request) => {
    const grant = tokens.access(/^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (!grant) throw new OAuthError("invalid_token", "The access token is missing, unknown or expired.", 401);
    return { sub: grant.subject, ...profileOf(grant) };
  });
  for (const name of ["openid-configuration", "oauth-authorization-server"])
    app.get(`${path}/.well-known/${name}`, (request) => discovery(issuerOf(request, path), declared));
  await app.ready();
  return app;
}

/** @see RFC 8414, section 2 */
function discovery(issuer: string, scopes: readonly string[] | undefined): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    introspection_endpoint: `${issuer}/introspect`,
    revocation_endpoint: `${issuer}/revoke`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: [...new Set([...OPENID_SCOPES, ...(scopes ?? [])])],
    response_types_supported: ["code", "token"],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ["S256", "plain"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [ALGORITHM],
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

type Fields = Readonly<Record<string, string | undefined>>;

/** @throws OAuthError for a parameter that comes twice (RFC 6749, section 3.1), or that is no text */
function fieldsOf(sent: unknown): Fields {
  if (typeof sent !== "object" || sent === null) return {};
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === "string") continue;
    const reason = Array.isArray(value) ? "is given more than once" : "must be a text";
    throw new OAuthError("invalid_request", `The parameter ${name} ${reason}.`);
  }
  return sent as Fields;
}

/** @throws OAuthError for a parameter that is missing */
function field(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
}

/** The client's id: by Basic authentication or in the form. Every secret is right. @see RFC 6749, section 2.3.1 */
function clientOf(request: FastifyRequest, form: Fields): string {
  const [, basic] = /^Basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const sent = basic === undefined ? form.client_id : Buffer.from(basic, "base64").toString("utf8").split(":")[0];
  if (sent) return basic === undefined ? sent : new URLSearchParams(`id=${sent}`).get("id") || sent;
  throw new OAuthError(
    "invalid_client",
    "Send client_id in the form, or client id and secret by Basic authentication.",
    401,
  );
}

function redirectOf(query: Fields): string {
  const text = field(query, "redirect_uri");
  const scheme = URL.canParse(text) ? new URL(text).protocol : "";
  if (scheme === "" || ["javascript:", "data:", "vbscript:"].includes(scheme))
    throw new OAuthError("invalid_request", `redirect_uri ${JSON.stringify(text)} is not an address to return to.`);
  return text;
}

/** @see RFC 7636, section 4.3 */
function challengeOf({
  code_challenge: value,
  code_challenge_method: method = "plain",
}: Fields): CodeGrant["challenge"] {
  if (value === undefined) return undefined;
  if (method === "S256" || method === "plain") return { method, value };
  throw new OAuthError("invalid_request", `code_challenge_method is S256 or plain, not ${JSON.stringify(method)}.`);
}

function profileOf({ subject, scopes }: Grant): JWTPayload {
  return {
    ...(scopes.includes("profile") && { name: subject, preferred_username: subject }),
    ...(scopes.includes("email") && { email: `${subject.replace(/[^\w.-]/g, "-")}@example.com`, email_verified: true }),
  };
}

function issuerOf({ protocol, host }: FastifyRequest, path: string): string {
  return `${protocol}://${host}${path}`;
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
