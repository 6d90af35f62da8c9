import { parse as parseQuery } from "node:querystring";
import type { ApiDescription } from "@onespec/spec-core";
import { type FastifyInstance, fastify } from "fastify";
import { authorizeEndpoint } from "./authorize-endpoint.js";
import { field, fieldsOf, issuerOf, OAuthError } from "./oauth-request.js";
import { GRANT_TYPES, tokenEndpoint } from "./token-endpoint.js";
import { ALGORITHM, createTokenIssuer, OPENID_SCOPES, profileOf } from "./token-issuer.js";
import type { TokenStore } from "./token-store.js";

export interface OAuthPlaneOptions {
  /** Path of the plane, `/__mock/oauth`, with the prefix of the application in front. */
  readonly path: string;
  readonly api: Pick<ApiDescription, "securitySchemes">;
  readonly tokens: TokenStore;
  /** The upstream that gets all requests with tokens, so that the tokens of the mock are useless. */
  readonly tokensAreOf?: string | undefined;
  /** Lifetime of access tokens, in seconds. */
  readonly tokenLifetime: number;
}

const ENDPOINTS = [
  "authorize",
  "token",
  "introspect",
  "revoke",
  "userinfo",
  "jwks",
  ".well-known/openid-configuration",
];

/**
 * An authorization server for tests: it approves every request, and signs tokens with a key that is new at each start. Endpoints:
 * authorize, token, introspect, revoke, userinfo, jwks and the two discovery documents.
 * @see RFC 6749, RFC 7636 (PKCE), RFC 7662 (introspection), RFC 7009 (revocation), RFC 8414 and OpenID Connect Discovery 1.0
 */
export async function openOAuthPlane({
  path,
  api,
  tokens,
  tokensAreOf,
  tokenLifetime,
}: OAuthPlaneOptions): Promise<FastifyInstance> {
  const issuer = await createTokenIssuer(api, tokens, tokenLifetime);
  const app = fastify({ logger: false });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, parseQuery(text as string)),
  );
  // Pages of any origin may log in, because the tokens are valid only for this mock.
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
    const known = ENDPOINTS.map((name) => `${path}/${name}`).join(", ");
    const description = `${request.method} ${request.url} is no endpoint here. Endpoints: ${known}.`;
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
  app.post(`${path}/token`, tokenEndpoint(path, tokens, issuer));
  app.get(`${path}/authorize`, authorizeEndpoint(path, tokens, issuer));
  app.get(`${path}/jwks`, () => ({ keys: [issuer.key] }));
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
    app.get(`${path}/.well-known/${name}`, (request) => discovery(issuerOf(request, path), issuer.declared));
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
