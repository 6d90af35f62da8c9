import {
  credentialReader,
  type JudgedScheme,
  ProblemError,
  type RequestTarget,
  type SchemeVerdict,
  securityProblem,
} from "@onespec/http-contract";
import type { SecurityScheme } from "@onespec/spec-core";
import type { ActionRequest, Services } from "../../action/action.js";
import { HttpError } from "../../action/reply.js";
import type { SecurityPolicy } from "../../action/security-policy.js";
import type { App, LoadedAction, RequiredPolicy } from "../../load/app.js";

/**
 * Accepts a request that meets one of the alternatives. Throws a `ProblemError` 401 or 403, or the `HttpError` of a
 * policy.
 */
export function createSecurityCheck(
  { policies, config: { app } }: App,
  alternatives: LoadedAction["security"],
): (call: ActionRequest, services: Services, target: RequestTarget) => Promise<void> {
  const isOpen = alternatives.some((schemes) => schemes.length === 0);
  const allowsUnwritten = app.unwrittenSecurity === "allow";
  const prepared = alternatives
    .filter((schemes) => schemes.length > 0)
    .map((schemes) => schemes.map((required) => prepare(required, policies, app.name, allowsUnwritten)));
  return async (call, services, target) => {
    const judged: Judged[][] = [];
    for (const schemes of prepared) {
      const outcomes: Judged[] = [];
      for (const { check, judge } of schemes) outcomes.push({ check, ...(await judge(call, services, target)) });
      if (outcomes.every(({ verdict }) => verdict.kind === "accepted")) {
        const user = outcomes.map((outcome) => outcome.user).find((one) => one !== undefined && one !== true);
        if (user !== undefined) call.state.user = user;
        return;
      }
      judged.push(outcomes);
    }
    if (isOpen) return;
    const thrown = judged.flat().find(({ error }) => error !== undefined)?.error;
    throw thrown ?? new ProblemError(securityProblem(judged));
  };
}

interface Outcome {
  readonly verdict: SchemeVerdict;
  /** Returned by the policy. */
  readonly user?: unknown;
  /** Thrown by the policy. */
  readonly error?: HttpError;
}

type Judged = JudgedScheme & Outcome;

interface PreparedScheme {
  readonly check: JudgedScheme["check"];
  judge(call: ActionRequest, services: Services, target: RequestTarget): Promise<Outcome>;
}

/** An undeclared scheme has no challenge for `WWW-Authenticate`. */
const UNDECLARED: SecurityScheme = { type: "mutualTLS" };
const ACCEPTED: Outcome = { verdict: { kind: "accepted" } };
const ABSENT: Outcome = { verdict: { kind: "absent" } };

function prepare(
  { scheme: name, policy, scopes }: RequiredPolicy,
  policies: App["policies"],
  realm: string,
  allowsUnwritten: boolean,
): PreparedScheme {
  const found = policy === undefined ? undefined : (policies.get(policy) as SecurityPolicy);
  const { scheme = UNDECLARED, authenticate } = found ?? {};
  const { read } = credentialReader(scheme);
  return {
    check: { name, scheme, scopes, realm },
    async judge(call, services, target) {
      if (authenticate === undefined && allowsUnwritten) return ACCEPTED;
      const sent = read(target);
      if (sent === undefined) return ABSENT;
      if (authenticate === undefined)
        return refused("every request is rejected until the application checks this scheme");
      if ("malformed" in sent) return { verdict: { kind: "rejected", reason: sent.malformed } };
      const { password = "", ...shown } = { value: "", username: "", password: "", ...sent };
      const credentials = { ...shown, password, scopes };
      try {
        const user = await authenticate(credentials, call, services);
        return user
          ? { verdict: { kind: "accepted" }, user }
          : { verdict: { kind: "rejected", reason: "is not valid" } };
      } catch (error) {
        if (error instanceof HttpError && error.status < 500) return { ...refused(error.message), error };
        throw error;
      }
    },
  };
}

function refused(reason: string): Outcome {
  return { verdict: { kind: "forbidden", missing: [], reason } };
}

/** Accepts a request, or throws the answer that rejects it. */
type PolicyCheck = (call: ActionRequest, services: Services, target: RequestTarget) => Promise<void>;

/** The policies with these names, in the order in which they run. */
export function policyChecks(app: App, names: readonly string[]): PolicyCheck[] {
  return names.flatMap((name): PolicyCheck[] => {
    const policy = app.policies.get(name);
    if (policy === undefined) return [];
    if ("scheme" in policy) return [createSecurityCheck(app, [[{ scheme: policy.name, policy: name, scopes: [] }]])];
    return [
      async (call, services) => {
        if ((await policy(call, services)) === false)
          throw new HttpError(403, `The policy ${name} rejects this request.`);
      },
    ];
  });
}
