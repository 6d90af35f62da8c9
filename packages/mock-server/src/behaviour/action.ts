import type { ActionRole, Operation } from "@onespec/spec-core";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { answerValue } from "../response/value-answer.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { writeState } from "./operation.js";

/** `POST /orders/{orderId}/cancel`: the record must be there; what was sent is kept, the record stays as it is. */
export function createActionBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ActionRole,
  plan: ResponsePlan,
): Behaviour {
  const { states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const { parameters } = operation.template;
  const parameter =
    resource.id.parameter !== undefined && parameters.includes(resource.id.parameter)
      ? resource.id.parameter
      : (parameters[resource.parents.length] ?? parameters.at(-1) ?? "");

  return async (call) => {
    const { pathTexts } = call.values;
    const key = pathTexts[parameter] ?? "";
    const scope = state.scope(resource, pathTexts);
    await context.seeds.fill(resource, scope);
    const record = await state.find(scope, key);
    if (!record) {
      const absent = await absentParent(states, resource, pathTexts);
      return context.refuse(operation, absent ?? absentRecord(resource, parameter, key));
    }
    const value = await writeState(context, operation, call);
    return reply ? answer(call, record) : answerValue(context, plan, call, value);
  };
}
