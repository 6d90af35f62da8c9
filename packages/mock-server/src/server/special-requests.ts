import { createPreferredAnswer } from "../prefer/preferred-answer.js";
import type { MockContext } from "./mock-context.js";
import type { RunOperation, SpecialRequests } from "./special-request.js";

export function createSpecialRequests(context: MockContext, run: RunOperation): SpecialRequests {
  const prefer = createPreferredAnswer(context);
  return {
    run: (plan, match, request) =>
      prefer(plan, request, match.values, (chosen, stripped) => run(chosen, match, stripped)),
  };
}
