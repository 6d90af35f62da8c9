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

const MOST_LISTED = 8;

/** Finds security schemes that no policy checks, and actions without a guard. */
export function reportSecurity({ actions, policies, config }: App): SecurityReport {
  const users = new Map<string, LoadedAction[]>();
  for (const action of actions) {
    for (const { scheme, policy } of action.security.flat()) {
      const isWritten = policy !== undefined && (policies.get(policy) as SecurityPolicy).authenticate !== undefined;
      if (!isWritten) users.set(scheme, [...(users.get(scheme) ?? []), action]);
    }
  }
  const isAllowed = config.app.unwrittenSecurity === "allow";
  const effect = isAllowed
    ? 'every request is accepted (app.unwrittenSecurity is "allow")'
    : "every request is rejected";
  const warnings = [...users].map(([scheme, affected]) => {
    const policy = affected[0]?.security.flat().find((one) => one.scheme === scheme)?.policy;
    const next =
      policy === undefined
        ? "Create its policy: framework policies:generate <name> --scheme <kind>"
        : `Write authenticate() in the policy ${policy} of api/policies`;
    const names = listText([...new Set(affected.map(({ name }) => name))], MOST_LISTED);
    return `Nobody checks the security scheme ${scheme} of ${names}: ${effect}. ${next}.`;
  });
  const open = actions.filter((action) => isOpen(action)).map(({ name }) => name);
  return { warnings, open };
}

function isOpen({ policies, security }: LoadedAction): boolean {
  return policies.length === 0 && (security.length === 0 || security.some((schemes) => schemes.length === 0));
}

/** `3 actions are open to everybody: a, b, c` */
export function openText(open: readonly string[]): string {
  return `${countText(open.length, "action is", "actions are")} open to everybody: ${listText(open, MOST_LISTED)}`;
}
