import {
  credentialReader,
  type RequestTarget,
  type RequiredScheme,
  type SchemeVerdict,
  type SentCredentials,
} from "@onespec/http-contract";
import type { AcceptedCredential } from "../../config/accepted-credentials.js";

/** How requests are held against one scheme of a requirement. */
export interface SchemeCheck extends RequiredScheme {
  verdict(request: RequestTarget): SchemeVerdict;
}

export interface SchemeCheckInput extends RequiredScheme {
  /** Whom to let in; `undefined`: whoever sends something of the right shape. */
  readonly accepted: readonly AcceptedCredential[] | undefined;
  /** The scopes of an access token that this server has issued. */
  readonly issuedScopes: (token: string) => readonly string[] | undefined;
}

const ACCEPTED: SchemeVerdict = { kind: "accepted" };
const ABSENT: SchemeVerdict = { kind: "absent" };

export function createSchemeCheck(input: SchemeCheckInput): SchemeCheck {
  const { scheme, scopes, accepted } = input;
  const { read } = credentialReader(scheme);
  return {
    ...input,
    verdict(request) {
      const shown = read(request);
      if (shown === undefined) return ABSENT;
      if ("malformed" in shown) return { kind: "rejected", reason: shown.malformed };
      if (!accepted || scheme.type === "mutualTLS") return ACCEPTED;
      const isToken = scheme.type === "oauth2" || scheme.type === "openIdConnect";
      const issued = isToken && "value" in shown ? input.issuedScopes(shown.value) : undefined;
      const own: AcceptedCredential[] = issued && "value" in shown ? [{ value: shown.value, scopes: issued }] : [];
      const matches = [...own, ...accepted].filter((credential) => isMatch(credential, shown));
      if (matches.length === 0) return { kind: "rejected", reason: "is not among the accepted credentials" };
      const lacking = matches.map((credential) => missingScopes(credential, scopes));
      const [least = []] = lacking.sort((a, b) => a.length - b.length);
      return least.length === 0 ? ACCEPTED : { kind: "forbidden", missing: least };
    },
  };
}

function isMatch(credential: AcceptedCredential, shown: SentCredentials): boolean {
  if ("malformed" in shown) return false;
  if ("value" in shown) return credential.value === shown.value;
  if (credential.username !== shown.username) return false;
  return credential.password === undefined || shown.password === undefined || credential.password === shown.password;
}

function missingScopes({ scopes }: AcceptedCredential, required: readonly string[]): readonly string[] {
  return scopes === undefined ? [] : required.filter((scope) => !scopes.includes(scope));
}
