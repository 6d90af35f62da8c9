import type { SecurityPolicy } from "../action/security-policy.js";
import { countText, listText } from "../text/phrases.js";
import type { App, LoadedAction } from "./app.js";

/** The state of an application's security, for people. */
export interface SecurityReport {
  /** Requirements that nobody checks, a sentence each. */
  readonly warnings: readonly string[];
  /** Actions that answer everybody. */
  readonly open: readonly string[];
}

/** Reports security schemes that no policy checks, and actions without a guard. */
export function reportSecurity({ actions, policies, config }: App): SecurityReport {
  const users = new Map<string, LoadedAction[]>();
  const isUnwritten = (name: string): boolean => {
    const policy = policies.get(name);
    return policy !== undefined && "scheme" in policy && policy.authenticate === undefined;
  };
  for (const action of actions) {
    const add = (scheme: string): void => void users.set(scheme, [...(users.get(scheme) ?? []), action]);
    for (const { scheme, policy } of action.security.flat())
      if (policy === undefined || isUnwritten(policy)) add(scheme);
    for (const name of action.policies) if (isUnwritten(name)) add((policies.get(name) as SecurityPolicy).name);
  }
  const isAllowed = config.app.unwrittenSecurity === "allow";
  const effect = isAllowed
    ? 'every request is accepted (app.unwrittenSecurity is "allow")'
    : "every request is rejected";
  const warnings = [...users].map(([scheme, affected]) => {
    const policy =
      affected[0]?.security.flat().find((one) => one.scheme === scheme)?.policy ??
      affected[0]?.policies.find((name) => isUnwritten(name) && (policies.get(name) as SecurityPolicy).name === scheme);
    const next =
      policy === undefined
        ? "Create its policy: framework policies:generate <name> --scheme <kind>"
        : `Write authenticate() in the policy ${policy} of api/policies`;
    const names = listText([...new Set(affected.map(({ name }) => name))]);
    return `Nobody checks the security scheme ${scheme} of ${names}: ${effect}. ${next}.`;
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
