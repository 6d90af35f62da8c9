import type { SecurityScheme } from "@onespec/spec-core";
import { isObject } from "@onespec/spec-core";
import { didYouMean } from "../text/phrases.js";
import type { ActionRequest, Services } from "./action.js";

/**
 * The default export of a file in `api/policies` that checks one security scheme. It guards each action whose
 * `security` names the scheme. The framework reads the credentials, and answers 401 with `WWW-Authenticate` if they are
 * missing.
 */
export interface SecurityPolicy {
  /** The scheme's name in `security`. */
  readonly name: string;
  /** OpenAPI 3.1, "Security Scheme Object". */
  readonly scheme: SecurityScheme;
  /**
   * Returns the user, who becomes `request.state.user`, or `true`. Anything falsy rejects with 401. Throw an `HttpError` 403 for a user
   * who may not do this. A policy without it rejects everybody.
   */
  readonly authenticate?: (credentials: Credentials, request: ActionRequest, services: Services) => unknown;
}

/** The credentials that a request sends. */
export interface Credentials {
  /** The token or API key; `""` for Basic and Digest. */
  readonly value: string;
  /** The user name for Basic and Digest; `""` for other schemes. */
  readonly username: string;
  /** The password for Basic; `""` for other schemes. */
  readonly password: string;
  /** The scopes that the action requires. */
  readonly scopes: readonly string[];
}

/** Declares a security policy; only for its types. */
export function defineSecurity(policy: SecurityPolicy): SecurityPolicy {
  return policy;
}

const KEYS: readonly string[] = ["name", "scheme", "authenticate"];
const TYPES: readonly unknown[] = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];

/** The mistakes in a file's default export. `undefined` if it is not a security policy. */
export function securityPolicyProblems(value: unknown): readonly string[] | undefined {
  if (!isObject(value)) return undefined;
  const { name, scheme, authenticate } = value;
  const problems: string[] = [];
  if (typeof name !== "string" || name === "") problems.push("name must be the name of a security scheme");
  if (!isObject(scheme) || !TYPES.includes(scheme.type)) {
    problems.push('scheme must be an OpenAPI security scheme: { type: "http", scheme: "bearer" }');
  } else if (scheme.type === "http" && typeof scheme.scheme !== "string") {
    problems.push('scheme.scheme must be text, such as "bearer" or "basic"');
  } else if (
    scheme.type === "apiKey" &&
    (typeof scheme.name !== "string" || !["header", "query", "cookie"].includes(scheme.in as string))
  ) {
    problems.push('scheme.name must be text, and scheme.in one of "header", "query", "cookie"');
  }
  if (authenticate !== undefined && typeof authenticate !== "function") {
    problems.push("authenticate must be a function");
  }
  for (const key of Object.keys(value)) {
    if (!KEYS.includes(key)) problems.push(`${key} is not a known key${didYouMean(key, KEYS)}`);
  }
  return problems;
}
