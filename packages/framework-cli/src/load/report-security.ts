import { getOrMake } from "@onespec/spec-core";
import type { SecurityPolicy } from "../action/security-policy.js";
import { countText, listText } from "../text/phrases.js";
import type { App } from "./app.js";

/** The state of an application's security, for people. */
export interface SecurityReport {
  /** Security requirements without a check, one sentence each. */
  readonly warnings: readonly string[];
  /** Actions that answer everybody. */
  readonly open: readonly string[];
}

/** Reports security schemes that no policy checks, and actions without a guard. */
export function reportSecurity({ actions, policies, config }: App): SecurityReport {
  /** The policy with this name, if it is a security policy that is not written yet. */
  const unwritten = (name: string): SecurityPolicy | undefined => {
    const policy = policies.get(name);
    return policy !== undefined && "scheme" in policy && policy.authenticate === undefined ? policy : undefined;
  };
  /** The actions of each scheme without a check, and its policy if there is one. */
  const unchecked = new Map<string, { readonly policy: string | undefined; readonly users: Set<string> }>();
  for (const { name, security, policies: guards } of actions) {
    const add = (scheme: string, policy: string | undefined): void =>
      void getOrMake(unchecked, scheme, () => ({ policy, users: new Set<string>() })).users.add(name);
    for (const { scheme, policy } of security.flat())
      if (policy === undefined || unwritten(policy)) add(scheme, policy);
    for (const guard of guards) {
      const scheme = unwritten(guard)?.name;
      if (scheme !== undefined) add(scheme, guard);
    }
  }
  const effect =
    config.app.unwrittenSecurity === "allow"
      ? 'every request is accepted (app.unwrittenSecurity is "allow")'
      : "every request is rejected";
  const warnings = [...unchecked].map(([scheme, { policy, users }]) => {
    const next =
      policy === undefined
        ? "Create its policy: framework policies:generate <name> --scheme <kind>"
        : `Write authenticate() in the policy ${policy} of api/policies`;
    return `Nobody checks the security scheme ${scheme} of ${listText([...users])}: ${effect}. ${next}.`;
  });
  const open = actions.filter(
    (action) =>
      action.policies.length === 0 &&
      (action.security.length === 0 || action.security.some((schemes) => schemes.length === 0)),
  );
  return { warnings, open: open.map(({ name }) => name) };
}

/** `3 actions are open to everybody: a, b, c` */
export function openText(open: readonly string[], actions: number = Number.POSITIVE_INFINITY): string {
  if (open.length === actions && actions > 1) return `all ${actions} actions are open to everybody`;
  return `${countText(open.length, "action is", "actions are")} open to everybody: ${listText(open)}`;
}
