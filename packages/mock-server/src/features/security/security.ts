import { type JudgedScheme, type Problem, type RequestTarget, securityProblem } from "@onespec/http-contract";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { AcceptedCredential } from "../../config/accepted-credentials.js";
import type { MockOptions } from "../../config/mock-options.js";
import { OptionsError } from "../../errors/options-error.js";
import { issuesTokens, type TokenStore } from "../oauth/token-store.js";
import { parseCredentials, readCredentials } from "./parse-credentials.js";
import { createSchemeCheck, type SchemeCheck } from "./scheme-check.js";

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
      "With auth `enforce` and no credentials, every request is rejected.",
      {
        hint: "Name a file of accepted credentials with --credentials, or use --auth shape.",
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
    const judged: JudgedScheme[][] = [];
    for (const checks of alternatives) {
      const verdicts = checks.map((check) => ({ check, verdict: check.verdict(request) }));
      if (verdicts.every(({ verdict }) => verdict.kind === "accepted")) return undefined;
      judged.push(verdicts);
    }
    return securityProblem(judged);
  };
}
