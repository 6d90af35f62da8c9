import type { SecurityScheme } from "@onespec/spec-core";

/** The parameters of a challenge. */
export interface ChallengeInput {
  readonly realm: string;
  readonly scopes: readonly string[];
}

/**
 * One challenge of `WWW-Authenticate` (RFC 9110, section 11.6.1); `undefined` for a client certificate, which TLS asks for.
 * API keys have no registered scheme: `ApiKey` with the place of the key is what most gateways send.
 * @param error of RFC 6750, section 3.1; other schemes have no such parameter
 */
export function challengeText(
  scheme: SecurityScheme,
  { realm, scopes }: ChallengeInput,
  error: string | undefined,
): string | undefined {
  const own = `realm=${quoted(realm)}`;
  switch (scheme.type) {
    case "apiKey":
      return `ApiKey ${own}, in=${quoted(scheme.in)}, name=${quoted(scheme.name)}`;
    case "oauth2":
    case "openIdConnect":
      return bearer(own, scopes, error);
    case "mutualTLS":
      return undefined;
    case "http":
      switch (scheme.scheme.toLowerCase()) {
        case "basic":
          return `Basic ${own}, charset="UTF-8"`;
        case "bearer":
          return bearer(own, scopes, error);
        case "digest":
          // Nothing is worked out with the nonce, so that it may stay the same.
          return `Digest ${own}, qop="auth", algorithm=SHA-256, nonce="6d6f636b"`;
        default:
          return `${token(scheme.scheme)} ${own}`;
      }
  }
}

function bearer(own: string, scopes: readonly string[], error: string | undefined): string {
  const named = scopes.length === 0 ? "" : `, scope=${quoted(scopes.join(" "))}`;
  return `Bearer ${own}${error === undefined ? "" : `, error="${error}"`}${named}`;
}

/** A quoted-string of what a header can hold. @see RFC 9110, section 5.6.4 */
function quoted(text: string): string {
  return `"${text.replace(/[^\t\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
}

/** @see RFC 9110, section 5.6.2 */
function token(text: string): string {
  return text.replace(/[^\w!#$%&'*+.^`|~-]/g, "-");
}
