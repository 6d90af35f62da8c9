import type { Operation } from "@onespec/spec-core";
import { createConditionalRun } from "../conditional/conditional-run.js";
import { createIdempotentRun } from "../conditional/idempotent-run.js";
import { createSharedIdempotentRun } from "../conditional/shared-idempotent-run.js";
import { createPreferredAnswer } from "../prefer/preferred-answer.js";
import type { Answer } from "../response/answer.js";
import type { MockContext } from "./mock-context.js";
import type { OperationPlan } from "./operation-plan.js";
import { idempotencyKey, isConditional, type RunOperation, type SpecialRequests } from "./special-request.js";

/** Puts what a request asks for around the run of its operation: replay, preferences, conditions. */
export function createSpecialRequests(
  context: MockContext,
  planOf: (operation: Operation) => OperationPlan,
  run: RunOperation,
): SpecialRequests {
  const conditional = createConditionalRun(context, run, (match, request) => {
    const read = match.methods.get("get");
    return read && Promise.resolve(run(planOf(read), match, request));
  });
  const preferred = createPreferredAnswer(context);
  const idempotent = (context.operationStates.isShared ? createSharedIdempotentRun : createIdempotentRun)(context);
  return {
    run(plan, match, request) {
      const once = (): Promise<Answer> =>
        preferred(plan, request, match.values, (chosen, stripped) =>
          (isConditional(stripped.headers) ? conditional : run)(chosen, match, stripped),
        );
      return idempotencyKey(request) ? idempotent(plan, request, once) : once();
    },
  };
}
