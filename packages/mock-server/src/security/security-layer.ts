import type { Operation } from "@onespec/spec-core";
import type { RequestLayer } from "../layers/operation-layers.js";
import type { MockContext } from "../server/mock-context.js";
import type { AcceptedCredential } from "./accepted-credentials.js";
import { createSecurityCheck } from "./security-check.js";

/** Lets in whom the description lets in. @param accepted whose credentials; `undefined`: all that are well-formed */
export function securityLayer(
  context: Pick<MockContext, "api" | "refuse">,
  accepted: ReadonlyMap<string, readonly AcceptedCredential[]> | undefined,
): (operation: Operation) => RequestLayer | undefined {
  return (operation) => {
    const check = createSecurityCheck({ api: context.api, accepted }, operation);
    if (!check) return undefined;
    return (request, next) => {
      const problem = check(request);
      return problem ? context.refuse(operation, problem) : next();
    };
  };
}
