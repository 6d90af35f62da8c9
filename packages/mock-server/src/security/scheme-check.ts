import type { SecurityScheme } from "@onespec/spec-core";
import type { MockRequest } from "../server/mock-request.js";
import type { AcceptedCredential } from "./accepted-credentials.js";
import { type Authorization, authorizationOf } from "./authorization-header.js";
import { challengeText } from "./challenge-text.js";
import { readApiKey } from "./read-api-key.js";

/** What a request shows of one scheme. */
export type SchemeVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "absent" }
  | { readonly kind: "rejected"; readonly reason: string }
  /** The holder is known and may not do this. */
  | { readonly kind: "forbidden"; readonly missing: readonly string[] };

/** How requests are held against one scheme of a requirement. */
export interface SchemeCheck {
  readonly name: string;
  /** What a client has to send, for people: `the API key in the header X-Key`. */
  readonly wanted: string;
  /** For `WWW-Authenticate`; `undefined` where no header can ask for it. @param error of RFC 6750, section 3.1 */
  challenge(error?: "invalid_token" | "insufficient_scope"): string | undefined;
  verdict(request: MockRequest): SchemeVerdict;
}

export interface SchemeCheckInput {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  readonly realm: string;
  /** Whom to let in; `undefined`: whoever sends something of the right shape. */
  readonly accepted: readonly AcceptedCredential[] | undefined;
}

const ACCEPTED: SchemeVerdict = { kind: "accepted" };
const ABSENT: SchemeVerdict = { kind: "absent" };

export function createSchemeCheck(input: SchemeCheckInput): SchemeCheck {
  const { name, scheme, scopes, accepted } = input;
  const { wanted, read } = credentialReader(scheme);
  return {
    name,
    wanted,
    challenge: (error) => challengeText(scheme, input, error),
    verdict(request) {
      const shown = read(request);
      if (shown === undefined) return ABSENT;
      if ("malformed" in shown) return { kind: "rejected", reason: shown.malformed };
      if (!accepted || scheme.type === "mutualTLS") return ACCEPTED;
      const matches = accepted.filter((credential) => isMatch(credential, shown));
      if (matches.length === 0) return { kind: "rejected", reason: "is not among the accepted credentials" };
      const lacking = matches.map((credential) => missingScopes(credential, scopes));
      const [least = []] = lacking.sort((a, b) => a.length - b.length);
      return least.length === 0 ? ACCEPTED : { kind: "forbidden", missing: least };
    },
  };
}

/** What a request shows: a secret, a name with or without a password, or something that is not well-formed. */
type Shown =
  | { readonly value: string }
  | { readonly username: string; readonly password: string | undefined }
  | { readonly malformed: string };

interface CredentialReader {
  readonly wanted: string;
  /** `undefined` when the request shows nothing of this scheme. */
  readonly read: (request: MockRequest) => Shown | undefined;
}

function credentialReader(scheme: SecurityScheme): CredentialReader {
  switch (scheme.type) {
    case "apiKey": {
      const wanted = `the API key in the ${scheme.in === "query" ? "query parameter" : scheme.in} ${scheme.name}`;
      const read = (request: MockRequest): Shown | undefined => {
        const value = readApiKey(scheme, request);
        return value === undefined || value === "" ? undefined : { value };
      };
      return { wanted, read };
    }
    case "http":
      return httpReader(scheme.scheme);
    case "oauth2":
    case "openIdConnect":
      return httpReader("bearer");
    case "mutualTLS":
      // Certificates are shown to whatever ends TLS, which is never this server.
      return { wanted: "a client certificate", read: () => ({ value: "" }) };
  }
}

function httpReader(scheme: string): CredentialReader {
  const name = scheme.toLowerCase();
  const readRest = (rest: (authorization: Authorization) => Shown) => (request: MockRequest) => {
    const authorization = authorizationOf(request.headers);
    return authorization?.scheme === name ? rest(authorization) : undefined;
  };
  switch (name) {
    case "basic":
      return { wanted: "Authorization: Basic <base64 of user:password>", read: readRest(readBasic) };
    case "bearer":
      return { wanted: "Authorization: Bearer <token>", read: readRest(readBearer) };
    case "digest":
      return { wanted: "Authorization: Digest <parameters>", read: readRest(readDigest) };
    default:
      return {
        wanted: `Authorization: ${scheme} <credentials>`,
        read: readRest(({ rest }) => (rest === "" ? { malformed: "has no credentials" } : { value: rest })),
      };
  }
}

/** @see RFC 7617, section 2 */
function readBasic({ rest }: Authorization): Shown {
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(rest) ? Buffer.from(rest, "base64").toString("utf8") : "";
  const colon = text.indexOf(":");
  if (colon < 0) return { malformed: "is not the base64 of user:password" };
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** @see RFC 6750, section 2.1 */
function readBearer({ rest }: Authorization): Shown {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(rest) ? { value: rest } : { malformed: "is not a bearer token" };
}

/** Which parameters are there; the hash itself is not worked out. @see RFC 7616, section 3.4 */
function readDigest({ rest }: Authorization): Shown {
  const parameters = new Map(
    [...rest.matchAll(/(?<![\w*-])([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
      ([, key = "", quoted, token]) => [
        key.toLowerCase(),
        quoted === undefined ? (token ?? "") : quoted.replace(/\\(.)/g, "$1"),
      ],
    ),
  );
  const username = parameters.get("username") ?? parameters.get("username*");
  const lacking = ["realm", "nonce", "uri", "response"].filter((key) => !parameters.has(key));
  if (username === undefined) lacking.unshift("username");
  if (username === undefined || lacking.length > 0) return { malformed: `lacks ${lacking.join(", ")}` };
  return { username, password: undefined };
}

function isMatch(credential: AcceptedCredential, shown: Shown): boolean {
  if ("malformed" in shown) return false;
  if ("value" in shown) return credential.value === shown.value;
  if (credential.username !== shown.username) return false;
  return credential.password === undefined || shown.password === undefined || credential.password === shown.password;
}

function missingScopes({ scopes }: AcceptedCredential, required: readonly string[]): readonly string[] {
  return scopes === undefined ? [] : required.filter((scope) => !scopes.includes(scope));
}
