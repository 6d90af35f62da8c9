import type { RequestTarget } from "@onespec/http-contract";
import type { ActionRequest, Services } from "../../action/action.js";
import { HttpError } from "../../action/reply.js";
import type { App } from "../../load/app.js";
import { createSecurityCheck } from "./security-check.js";

/** Lets a request pass, or throws the answer that refuses it. */
export type PolicyCheck = (call: ActionRequest, services: Services, target: RequestTarget) => Promise<void>;

/** The policies of these names, in the order in which they run. */
export function policyChecks(app: App, names: readonly string[]): PolicyCheck[] {
  return names.flatMap((name): PolicyCheck[] => {
    const policy = app.policies.get(name);
    if (policy === undefined) return [];
    if ("scheme" in policy) return [createSecurityCheck(app, [[{ scheme: policy.name, policy: name, scopes: [] }]])];
    return [
      async (call, services) => {
        if ((await policy(call, services)) === false)
          throw new HttpError(403, `The policy ${name} refuses this request.`);
      },
    ];
  });
}
