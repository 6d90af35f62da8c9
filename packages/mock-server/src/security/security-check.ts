import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../errors/problem.js";
import type { MockRequest } from "../server/mock-request.js";
import type { AcceptedCredential } from "./accepted-credentials.js";
import { createSchemeCheck, type SchemeCheck, type SchemeVerdict } from "./scheme-check.js";

/** Why a request is not let in; `undefined`: it is. */
export type SecurityCheck = (request: MockRequest) => Problem | undefined;

export interface SecurityInput {
  readonly api: Pick<ApiDescription, "securitySchemes" | "title">;
  /** Whom to let in, by scheme; `undefined`: whoever sends something of the right shape. */
  readonly accepted: ReadonlyMap<string, readonly AcceptedCredential[]> | undefined;
}

/** How requests of one operation are held against its security requirements; `undefined` where it is open. */
export function createSecurityCheck({ api, accepted }: SecurityInput, operation: Operation): SecurityCheck | undefined {
  const alternatives = operation.security.flatMap((requirement): SchemeCheck[][] => {
    const checks = requirement.map(({ scheme: name, scopes }) => {
      const scheme = api.securitySchemes.get(name);
      const known = accepted && (accepted.get(name) ?? []);
      return scheme && createSchemeCheck({ name, scheme, scopes, realm: api.title, accepted: known });
    });
    // An alternative that names a scheme which is not declared cannot be met; the description's diagnostics tell of it.
    return checks.every((check) => check !== undefined) ? [checks] : [];
  });
  if (alternatives.length === 0 || alternatives.some((checks) => checks.length === 0)) return undefined;
  return (request) => {
    const judged: Judged[][] = [];
    for (const checks of alternatives) {
      const verdicts = checks.map((check) => ({ check, verdict: check.verdict(request) }));
      if (verdicts.every(({ verdict }) => verdict.kind === "accepted")) return undefined;
      judged.push(verdicts.filter(({ verdict }) => verdict.kind !== "accepted"));
    }
    const known = judged.find((failed) => failed.every(({ verdict }) => verdict.kind === "forbidden"));
    return known ? forbidden(known) : unauthorized(judged);
  };
}

interface Judged {
  readonly check: SchemeCheck;
  readonly verdict: SchemeVerdict;
}

/** 401 with every challenge that would do. @see RFC 9110, section 15.5.2 */
function unauthorized(alternatives: readonly (readonly Judged[])[]): Problem {
  const failed = alternatives.flat();
  const challenges = failed.map(({ check, verdict }) =>
    check.challenge(verdict.kind === "rejected" ? "invalid_token" : undefined),
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

/** 403: who it is, is clear. @see RFC 6750, section 3.1, `insufficient_scope` */
function forbidden(failed: readonly Judged[]): Problem {
  const details = failed.map(({ check, verdict }): ProblemDetail => {
    const missing = verdict.kind === "forbidden" ? verdict.missing : [];
    return {
      in: "security",
      message: `${check.name}: the credentials lack the scope ${missing.join(", ")}`,
      schemes: [check.name],
      missing,
    };
  });
  const challenges = failed.map(({ check }) => check.challenge("insufficient_scope"));
  return { status: 403, code: "forbidden", message: "Forbidden", details, headers: challengeHeader(challenges) };
}

function shortfall({ check, verdict }: Judged): string {
  switch (verdict.kind) {
    case "accepted":
      return "";
    case "absent":
      return `${check.name}: send ${check.wanted}`;
    case "rejected":
      return `${check.name}: what was sent ${verdict.reason}; send ${check.wanted}`;
    case "forbidden":
      return `${check.name}: the credentials lack the scope ${verdict.missing.join(", ")}`;
  }
}

function challengeHeader(challenges: readonly (string | undefined)[]): Readonly<Record<string, string>> {
  const known = [...new Set(challenges)].filter((challenge) => challenge !== undefined);
  return known.length === 0 ? {} : { "www-authenticate": known.join(", ") };
}
