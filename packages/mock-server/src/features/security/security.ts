import type { Problem, ProblemDetail, RequestTarget } from "@onespec/http-contract";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { AcceptedCredential } from "../../config/accepted-credentials.js";
import type { MockOptions } from "../../config/mock-options.js";
import { OptionsError } from "../../errors/options-error.js";
import { issuesTokens, type TokenStore } from "../oauth/token-store.js";
import { parseCredentials, readCredentials } from "./parse-credentials.js";
import { createSchemeCheck, type SchemeCheck, type SchemeVerdict } from "./scheme-check.js";

interface SecurityOptions extends Pick<MockOptions, "auth" | "credentials"> {
  /** The access tokens that this server has issued. */
  readonly tokens: TokenStore;
}

/** Asks for the credentials that the description demands (`--auth`). @throws OptionsError when credentials cannot be used */
export const security: FastifyPluginAsync<SecurityOptions> = fp(
  async (fastify: FastifyInstance, { auth, credentials, tokens }: SecurityOptions) => {
    if (auth === "off") return;
    const { api } = fastify.mock;
    const accepted = await acceptedCredentials(api, auth, credentials);
    const issuedScopes = (token: string): readonly string[] | undefined => tokens.access(token)?.scopes;
    const checks = new Map<Operation, SecurityCheck | undefined>();
    fastify.addHook("onRequest", (request, reply, done) => {
      const operation = request.contract?.operation;
      if (!operation) {
        done();
        return;
      }
      if (!checks.has(operation))
        checks.set(operation, createSecurityCheck({ api, accepted, issuedScopes }, operation));
      const problem = checks.get(operation)?.(request.contract.target);
      if (problem) reply.refuse(problem);
      else done();
    });
  },
  { name: "mock-security" },
);

async function acceptedCredentials(
  api: ApiDescription,
  auth: MockOptions["auth"],
  credentials: MockOptions["credentials"],
): Promise<ReadonlyMap<string, readonly AcceptedCredential[]> | undefined> {
  if (auth !== "enforce") return undefined;
  if (credentials === undefined && issuesTokens(api)) return new Map();
  if (credentials === undefined) {
    throw new OptionsError(
      "CREDENTIALS_MISSING",
      "With auth `enforce` nobody is let in unless credentials are named.",
      {
        hint: "Name a file of accepted credentials with --credentials, or take --auth shape.",
      },
    );
  }
  if (typeof credentials !== "string") return parseCredentials(credentials, api.securitySchemes, "credentials");
  return parseCredentials(await readCredentials(credentials), api.securitySchemes, credentials);
}

/** Why a request is not let in; `undefined`: it is. */
type SecurityCheck = (request: RequestTarget) => Problem | undefined;

interface SecurityInput {
  readonly api: Pick<ApiDescription, "securitySchemes" | "title">;
  /** Whom to let in, by scheme; `undefined`: whoever sends something of the right shape. */
  readonly accepted: ReadonlyMap<string, readonly AcceptedCredential[]> | undefined;
  readonly issuedScopes: (token: string) => readonly string[] | undefined;
}

/** How requests of one operation are held against its security requirements; `undefined` where it is open. */
function createSecurityCheck(
  { api, accepted, issuedScopes }: SecurityInput,
  operation: Operation,
): SecurityCheck | undefined {
  const alternatives = operation.security.flatMap((requirement): SchemeCheck[][] => {
    const checks = requirement.map(({ scheme: name, scopes }) => {
      const scheme = api.securitySchemes.get(name);
      const known = accepted && (accepted.get(name) ?? []);
      return scheme && createSchemeCheck({ name, scheme, scopes, realm: api.title, accepted: known, issuedScopes });
    });
    // An alternative with an undeclared scheme can never be met; the diagnostics report it.
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
