import type { ActionRole, Operation } from "@onespec/spec-core";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { answerValue } from "../response/value-answer.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { writeState } from "./operation.js";
import { addressReader } from "./record-address.js";

/** `POST /orders/{orderId}/cancel`: the record must be there; what was sent is kept, the record stays as it is. */
export function createActionBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ActionRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const read = addressReader(schemas, states, operation, resource);

  return async (call) => {
    const address = read(call.values.pathTexts);
    await context.seeds.fill(resource, address.scope);
    const record = await state.find(address, address.key);
    if (!record) {
      const absent = await absentParent(states, resource, address.parents);
      return context.refuse(operation, absent ?? absentRecord(resource, address.parameter, address.key));
    }
    call.precondition?.(record);
    const value = await writeState(context, operation, call);
    if (call.wrote) await call.wrote({ kind: "acted", resource, record });
    return reply ? answer(call, record) : answerValue(context, plan, call, value);
  };
}
