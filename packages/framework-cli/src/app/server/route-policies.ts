import type { ActionRequest, Services } from "../action.js";
import type { App, LoadedAction } from "../app.js";
import { HttpError } from "../http-error.js";
import type { Policy } from "../policy.js";

export type NamedPolicies = readonly (readonly [name: string, Policy])[];

/** The policies of an action, in the order in which they run. */
export function policiesOf({ policies }: Pick<App, "policies">, loaded: LoadedAction): NamedPolicies {
  return loaded.policies.flatMap((name): NamedPolicies => {
    const policy = policies.get(name);
    return policy === undefined ? [] : [[name, policy]];
  });
}

/** @throws HttpError 403, or what a policy throws, for a request that is not let in */
export async function passPolicies(policies: NamedPolicies, request: ActionRequest, services: Services): Promise<void> {
  for (const [name, policy] of policies) {
    if ((await policy(request, services)) === false)
      throw new HttpError(403, `The policy ${name} refuses this request.`);
  }
}
