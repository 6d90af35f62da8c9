import type { SecurityScheme } from "@onespec/spec-core";
import { headerText, type RequestHeaders, type RequestTarget } from "../model/message.js";
import { decodePercent, decodeQueryText, parseQueryPairs } from "../wire/text-values.js";

/**
 * The credentials of a request for one scheme: a token or key, a name with or without a password, or malformed ones.
 */
export type SentCredentials =
  | { readonly value: string }
  | { readonly username: string; readonly password: string | undefined }
  | { readonly malformed: string };

/** Reads the credentials that requests send for one security scheme. */
export interface CredentialReader {
  /** The credentials that a client must send, for messages: `the API key in the header X-Key`. */
  readonly wanted: string;
  /** `undefined` when the request has none of this scheme. */
  readonly read: (request: RequestTarget) => SentCredentials | undefined;
}

export function credentialReader(scheme: SecurityScheme): CredentialReader {
  switch (scheme.type) {
    case "apiKey": {
      const wanted = `the API key in the ${scheme.in === "query" ? "query parameter" : scheme.in} ${scheme.name}`;
      const read = (request: RequestTarget): SentCredentials | undefined => {
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
  const readRest = (rest: (authorization: Authorization) => SentCredentials) => (request: RequestTarget) => {
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
function readBasic({ rest }: Authorization): SentCredentials {
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(rest) ? Buffer.from(rest, "base64").toString("utf8") : "";
  const colon = text.indexOf(":");
  if (colon < 0) return { malformed: "is not the base64 of user:password" };
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** @see RFC 6750, section 2.1 */
function readBearer({ rest }: Authorization): SentCredentials {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(rest) ? { value: rest } : { malformed: "is not a bearer token" };
}

/** Checks only that the parameters are there, not the hash. @see RFC 7616, section 3.4 */
function readDigest({ rest }: Authorization): SentCredentials {
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

/** The header `Authorization`. @see RFC 9110, section 11.6.2 */
interface Authorization {
  /** Lower case: schemes are compared without regard to case. */
  readonly scheme: string;
  readonly rest: string;
}

function authorizationOf(headers: RequestHeaders): Authorization | undefined {
  const text = headerText(headers, "authorization")?.trim();
  if (!text) return undefined;
  const space = text.indexOf(" ");
  if (space < 0) return { scheme: text.toLowerCase(), rest: "" };
  return { scheme: text.slice(0, space).toLowerCase(), rest: text.slice(space + 1).trim() };
}

/** The sent key, decoded. `undefined` if none was sent. */
function readApiKey(
  { in: place, name }: Extract<SecurityScheme, { type: "apiKey" }>,
  { headers, query }: RequestTarget,
): string | undefined {
  switch (place) {
    case "header":
      return headerText(headers, name.toLowerCase());
    case "query": {
      const pair = query === "" ? undefined : parseQueryPairs(query).find((one) => one.name === name);
      return pair && decodeQueryText(pair.raw);
    }
    case "cookie":
      return readCookie(headerText(headers, "cookie") ?? "", name);
  }
}

/** @see RFC 6265, section 4.2.1 */
function readCookie(text: string, name: string): string | undefined {
  for (const part of text.split(";")) {
    const equals = part.indexOf("=");
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue;
    return decodePercent(
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    );
  }
  return undefined;
}
