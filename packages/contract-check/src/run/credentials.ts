import { percentEncode } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { RawSecurityScheme } from "../description/raw-security.js";

/** A credential, and the text that replaces it in reports. */
export interface Credential {
  /** Token, key, or `user:password` of a basic scheme. */
  readonly value: string;
  /** Name of the environment variable with the credential, for `curl` lines. */
  readonly variable?: string | undefined;
  /** Set if the credential was given as a header of all requests: the header's name. */
  readonly header?: string;
}

/** The credentials of a request, by where they are sent. */
export interface CredentialParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

export interface Credentials {
  /** `undefined` if the operation needs no credentials, or if some of them were not given. */
  partsFor(operation: RawOperation, which?: "given" | "wrong"): CredentialParts | undefined;
  /** True if the operation needs credentials that were not given. */
  areMissing(operation: RawOperation): boolean;
  /** The schemes whose credentials are sent to the operation. */
  schemesFor(operation: RawOperation): readonly string[];
  /** The source of the credential for messages: `$TOKEN`, or a header. */
  sourceOf(scheme: string): string;
  /** Common headers that are credentials of the operation. Names in lower case. */
  commonHeaders(operation: RawOperation): readonly string[];
  /**
   * The alternatives of an operation for which credentials can be given. Each lists schemes that are needed together.
   */
  alternatives(operation: RawOperation): readonly (readonly string[])[];
}

/** @param common headers of all requests. One of them may be a credential. */
export function createCredentials(
  schemes: ReadonlyMap<string, RawSecurityScheme>,
  given: Readonly<Record<string, Credential>>,
  common: Readonly<Record<string, string>>,
): Credentials {
  const commonHeader = (name: string): string[] => {
    const scheme = Object.hasOwn(given, name) ? undefined : schemes.get(name);
    const key = scheme?.key.toLowerCase() ?? "";
    return scheme?.in === "header" && Object.hasOwn(common, key) ? [key] : [];
  };
  const isGiven = (name: string): boolean => Object.hasOwn(given, name) || commonHeader(name).length > 0;
  const alternative = ({ security }: RawOperation): readonly string[] | undefined =>
    security.find((names) => names.length > 0 && names.every(isGiven));
  return {
    schemesFor: (operation) => alternative(operation) ?? [],
    sourceOf(name) {
      if (!Object.hasOwn(given, name)) return `--header ${schemes.get(name)?.key}`;
      return given[name]?.variable === undefined ? "it" : `$${given[name].variable}`;
    },
    commonHeaders: (operation) => (alternative(operation) ?? []).flatMap(commonHeader),
    alternatives: ({ security }) => security.filter((names) => names.every((name) => schemes.has(name))),
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
        // The client adds it.
        if (scheme === undefined || (which === "given" && commonHeader(name).length > 0)) continue;
        const { in: place, key, prefix, isBasic } = scheme;
        if (place === "query") query.push(`${percentEncode(key)}=${percentEncode(value)}`);
        else if (place === "cookie") cookies.push(`${key}=${percentEncode(value)}`);
        else headers[key.toLowerCase()] = [prefix, isBasic ? toBase64(value) : value].filter(Boolean).join(" ");
      }
      return { headers, query, cookies };
    },
  };
}

/** Also valid in the form `user:password`. */
const WRONG = "nobody:wrong";

export function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
