import type { AuthOptions, Schemes } from "../auth.js";
import type { CallOptions, ClientOptions } from "../client-options.js";
import { ClientError } from "../errors.js";
import { DEFAULT_RETRY } from "../retry.js";
import { thereAre } from "./issue.js";

const SHARED = "baseUrl headers timeoutMs retry";
const CLIENT =
  `${SHARED} auth parameters maxAnswerBytes validateRequests validateResponses answers onDrift int64 fetch hooks`.split(
    " ",
  );
const CALL = `${SHARED} params body envelope unwrap query signal validate contentType idempotencyKey`.split(" ");
const AUTH = "token username password apiKey schemes".split(" ");

/**
 * Checks the options of a client.
 * @throws ClientError OPTION_UNKNOWN, or AUTH_INVALID for credentials that would never be sent
 */
export function checkOptions(options: ClientOptions, schemes: Schemes): void {
  const { auth = {} } = options;
  refuseOptions(options, CLIENT);
  refuseUnknown(auth, AUTH, "auth.", "AUTH_INVALID");
  refuseUnknown(auth.schemes, Object.keys(schemes), "auth.schemes.", "AUTH_INVALID");
  refuseMisfit(auth, schemes);
}

/** @throws ClientError for an option that a call does not have */
export function checkCallOptions(options: CallOptions): void {
  refuseOptions(options, CALL);
}

function refuseOptions(options: { readonly retry?: object | false }, known: readonly string[]): void {
  refuseUnknown(options, known);
  refuseUnknown(options.retry, Object.keys(DEFAULT_RETRY), "retry.");
}

function refuseUnknown(
  given: object | false | undefined,
  known: readonly string[],
  place = "",
  code = "OPTION_UNKNOWN",
): void {
  const unknown = Object.keys(given || {}).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ClientError(code, `${place}${unknown} is not known${thereAre(known)}`);
}

/** Rejects a credential of another kind than its scheme needs, and a login that no scheme needs. */
function refuseMisfit({ username, password, schemes: own = {} }: AuthOptions, schemes: Schemes): void {
  const all = Object.entries(schemes);
  const isUnused = (username ?? password) !== undefined && !all.some(([, { login }]) => login);
  const [wrong] = all.filter(
    ([name, { login }]) => Object.hasOwn(own, name) && own[name] && (typeof own[name] === "object") !== !!login,
  );
  if (!wrong && !isUnused) return;
  const kinds = all.map(
    ([name, { login, takes = "a token" }]) => `${name} takes ${login ? "{ username, password }" : takes}`,
  );
  const place = wrong ? `schemes.${wrong[0]}` : "username";
  throw new ClientError("AUTH_INVALID", `auth.${place} does not fit: ${kinds.join(", ") || "there is no scheme"}`);
}
