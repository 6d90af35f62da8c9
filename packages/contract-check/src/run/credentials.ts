import type { RawOperation } from "../description/raw-operation.js";
import type { RawSecurityScheme } from "../description/raw-security.js";

/** A credential, and what a person would write in its place. */
export interface Credential {
  /** Token, key, or `user:password` of a basic scheme. */
  readonly value: string;
  /** Name of the environment variable that holds it; for `curl` lines. */
  readonly variable?: string | undefined;
}

/** The credentials of a request, by where they are sent. */
export interface CredentialParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

export interface Credentials {
  /** `undefined`: the operation needs none, or some that were not given. */
  partsFor(operation: RawOperation, which?: "given" | "wrong"): CredentialParts | undefined;
  /** Does the operation need credentials that were not given? */
  areMissing(operation: RawOperation): boolean;
}

export function createCredentials(
  schemes: ReadonlyMap<string, RawSecurityScheme>,
  given: Readonly<Record<string, Credential>>,
): Credentials {
  const alternative = ({ security }: RawOperation): readonly string[] | undefined =>
    security.find((names) => names.length > 0 && names.every((name) => Object.hasOwn(given, name)));
  return {
    areMissing: (operation) =>
      operation.security.length > 0 &&
      operation.security.every((names) => names.length > 0) &&
      alternative(operation) === undefined,
    partsFor(operation, which = "given") {
      const names = alternative(operation);
      if (names === undefined) return undefined;
      const headers: Record<string, string> = {};
      const query: string[] = [];
      const cookies: string[] = [];
      for (const name of names) {
        const scheme = schemes.get(name);
        const value = which === "given" ? (given[name]?.value ?? "") : WRONG;
        if (scheme === undefined) continue;
        const { in: place, key, prefix, isBasic } = scheme;
        if (place === "query") query.push(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
        else if (place === "cookie") cookies.push(`${key}=${encodeURIComponent(value)}`);
        else headers[key.toLowerCase()] = [prefix, isBasic ? toBase64(value) : value].filter(Boolean).join(" ");
      }
      return { headers, query, cookies };
    },
  };
}

/** Has the form of `user:password` too. */
const WRONG = "nobody:wrong";

export function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
