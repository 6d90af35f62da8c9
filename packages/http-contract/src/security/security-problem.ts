import type { SecurityScheme } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../model/problem.js";
import { credentialReader } from "./credential-reader.js";

/** A security scheme in a requirement. */
export interface RequiredScheme {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  readonly realm: string;
}

/** The outcome of one scheme for a request. */
export type SchemeVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "absent" }
  | { readonly kind: "rejected"; readonly reason: string }
  /** The client is known and may not do this. */
  | { readonly kind: "forbidden"; readonly missing: readonly string[]; readonly reason?: string };

export interface JudgedScheme {
  readonly check: RequiredScheme;
  readonly verdict: SchemeVerdict;
}

/** The rejection of a request that meets no alternative: 403 if the client is known, otherwise 401. */
export function securityProblem(alternatives: readonly (readonly JudgedScheme[])[]): Problem {
  const judged = alternatives.map((schemes) => schemes.filter(({ verdict }) => verdict.kind !== "accepted"));
  const known = judged.find((failed) => failed.every(({ verdict }) => verdict.kind === "forbidden"));
  return known ? forbidden(known) : unauthorized(judged);
}

/** 401 with every challenge that would do. @see RFC 9110, section 15.5.2 */
function unauthorized(alternatives: readonly (readonly JudgedScheme[])[]): Problem {
  const failed = alternatives.flat();
  const challenges = failed.map(({ check, verdict }) =>
    challengeText(check.scheme, check, verdict.kind === "rejected" ? "invalid_token" : undefined),
  );
  return {
    status: 401,
    code: "unauthorized",
    message: "Unauthorized",
    details: alternatives.map((checks) => ({
      in: "security",
      message: checks.map(shortfall).join(" and "),
      schemes: checks.map(({ check }) => check.name),
    })),
    headers: challengeHeader(challenges),
  };
}

/** 403: the client is known, but lacks a permission. @see RFC 6750, section 3.1, `insufficient_scope` */
function forbidden(failed: readonly JudgedScheme[]): Problem {
  const details = failed.map((judged): ProblemDetail => {
    const { name } = judged.check;
    const missing = judged.verdict.kind === "forbidden" ? judged.verdict.missing : [];
    return { in: "security", message: shortfall(judged), schemes: [name], missing };
  });
  const challenges = failed.map(({ check }) => challengeText(check.scheme, check, "insufficient_scope"));
  return { status: 403, code: "forbidden", message: "Forbidden", details, headers: challengeHeader(challenges) };
}

function shortfall({ check, verdict }: JudgedScheme): string {
  const { wanted } = credentialReader(check.scheme);
  switch (verdict.kind) {
    case "accepted":
      return "";
    case "absent":
      return `${check.name}: send ${wanted}`;
    case "rejected":
      return `${check.name}: what was sent ${verdict.reason}; send ${wanted}`;
    case "forbidden":
      return `${check.name}: ${verdict.reason ?? `the credentials lack the scope ${verdict.missing.join(", ")}`}`;
  }
}

function challengeHeader(challenges: readonly (string | undefined)[]): Readonly<Record<string, string>> {
  const known = [...new Set(challenges)].filter((challenge) => challenge !== undefined);
  return known.length === 0 ? {} : { "www-authenticate": known.join(", ") };
}

/** The parameters of a challenge. */
interface ChallengeInput {
  readonly realm: string;
  readonly scopes: readonly string[];
}

/**
 * One challenge of `WWW-Authenticate` (RFC 9110, section 11.6.1). `undefined` for a client certificate, which TLS
 * requests. API keys have no registered scheme; most gateways send `ApiKey` with the place of the key.
 * @param error an error of RFC 6750, section 3.1. Other schemes have no such parameter.
 */
function challengeText(
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
          // The nonce is never verified, so it can be constant.
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

/** A quoted string. Replaces characters that a header cannot contain. @see RFC 9110, section 5.6.4 */
function quoted(text: string): string {
  return `"${text.replace(/[^\t\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&")}"`;
}

/** @see RFC 9110, section 5.6.2 */
function token(text: string): string {
  return text.replace(/[^\w!#$%&'*+.^`|~-]/g, "-");
}
