import type { SecurityScheme } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../model/problem.js";
import { challengeText } from "./challenge-text.js";
import { credentialReader } from "./credential-reader.js";

/** A scheme as one requirement names it. */
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

/** The refusal of a request that meets no alternative: 403 where the client is known, else 401. */
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

/** 403: who it is, is clear. @see RFC 6750, section 3.1, `insufficient_scope` */
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
