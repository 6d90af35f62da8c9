import { randomUUID } from "node:crypto";
import type { ApiDescription, Operation, SecurityScheme } from "@onespec/spec-core";

/** The rights of a token's holder. */
export interface Grant {
  readonly clientId: string;
  readonly subject: string;
  readonly scopes: readonly string[];
}

/** A grant with an end. */
export interface IssuedGrant extends Grant {
  /** In seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** An authorization code, which is exchanged once for tokens. */
export interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly challenge: { readonly method: "S256" | "plain"; readonly value: string } | undefined;
  readonly nonce: string | undefined;
}

/** Maximum number of stored tokens of each kind. The oldest ones are dropped. */
const MOST_TOKENS = 10_000;
/** Lifetime of an authorization code, in seconds (RFC 6749, section 4.1.2 recommends at most ten minutes). */
const CODE_LIFETIME = 600;
/** Lifetime of a refresh token, in seconds. */
const REFRESH_LIFETIME = 30 * 24 * 60 * 60;

/** The tokens that a mock has issued, in memory only. */
export class TokenStore {
  readonly #access = new Map<string, IssuedGrant>();
  readonly #refresh = new Map<string, IssuedGrant>();
  readonly #codes = new Map<string, { readonly grant: CodeGrant; readonly expiresAt: number }>();

  /** Remembers an access token until it ends. @param lifetime in seconds */
  addAccess(token: string, grant: Grant, lifetime: number): IssuedGrant {
    return remember(this.#access, token, issued(grant, lifetime));
  }

  addRefresh(grant: Grant): string {
    const token = randomUUID();
    remember(this.#refresh, token, issued(grant, REFRESH_LIFETIME));
    return token;
  }

  addCode(grant: CodeGrant): string {
    const code = randomUUID();
    remember(this.#codes, code, { grant, expiresAt: nowInSeconds() + CODE_LIFETIME });
    return code;
  }

  /** The grant of a code, which cannot be used again. */
  takeCode(code: string): CodeGrant | undefined {
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    return found && found.expiresAt > nowInSeconds() ? found.grant : undefined;
  }

  /** The grant of a refresh token, which is replaced at each use (RFC 9700, section 4.14.2). */
  takeRefresh(token: string): IssuedGrant | undefined {
    const found = valid(this.#refresh, token);
    this.#refresh.delete(token);
    return found;
  }

  /** The grant of an access token that is valid now. */
  access(token: string): IssuedGrant | undefined {
    return valid(this.#access, token);
  }

  /** True for an access token of this server that was valid once. */
  isExpired(token: string): boolean {
    const found = this.#access.get(token);
    return found !== undefined && found.expiresAt <= nowInSeconds();
  }

  /** The grant of an access or refresh token that is valid now. */
  find(token: string): IssuedGrant | undefined {
    return valid(this.#access, token) ?? valid(this.#refresh, token);
  }

  /** Revokes a token. @see RFC 7009 */
  revoke(token: string): void {
    this.#access.delete(token);
    this.#refresh.delete(token);
  }
}

function issued(grant: Grant, lifetime: number): IssuedGrant {
  const issuedAt = nowInSeconds();
  return { ...grant, issuedAt, expiresAt: issuedAt + lifetime };
}

function remember<T>(tokens: Map<string, T>, token: string, value: T): T {
  const [oldest] = tokens.keys();
  if (tokens.size >= MOST_TOKENS && oldest !== undefined) tokens.delete(oldest);
  tokens.set(token, value);
  return value;
}

function valid(tokens: ReadonlyMap<string, IssuedGrant>, token: string): IssuedGrant | undefined {
  const found = tokens.get(token);
  return found && found.expiresAt > nowInSeconds() ? found : undefined;
}

/** The current time, in seconds since 1970. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** True for a description with a scheme whose tokens an authorization server issues. */
export function issuesTokens({ securitySchemes }: Pick<ApiDescription, "securitySchemes">): boolean {
  return [...securitySchemes.values()].some(({ type }) => type === "oauth2" || type === "openIdConnect");
}

/** True for schemes that are met with an access token in `Authorization: Bearer`. */
export function takesToken(scheme: SecurityScheme): boolean {
  const { type } = scheme;
  return type === "oauth2" || type === "openIdConnect" || (type === "http" && scheme.scheme.toLowerCase() === "bearer");
}

/** The operations that accept an access token of this server. */
export function operationsWithTokens(
  api: Pick<ApiDescription, "securitySchemes" | "operations">,
): readonly Operation[] {
  if (!issuesTokens(api)) return [];
  const isToken = ({ scheme: name }: { readonly scheme: string }): boolean => {
    const scheme = api.securitySchemes.get(name);
    return scheme !== undefined && takesToken(scheme);
  };
  return api.operations.filter(({ security }) => security.some((requirement) => requirement.some(isToken)));
}
