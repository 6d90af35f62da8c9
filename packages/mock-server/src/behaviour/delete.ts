import type { DeleteRole, Operation } from "@onespec/spec-core";
import { forgetFiles } from "../files/record-owner.js";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { addressReader } from "./record-address.js";

/** `DELETE /pets/{petId}`. */
export function createDeleteBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: DeleteRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply, { isGone: true });
  const read = addressReader(schemas, states, operation, resource);
  return async (call) => {
    const address = read(call.values.pathTexts);
    await context.seeds.fill(resource, address.scope);
    const found = await state.find(address, address.key);
    const record = found && (await state.collection.delete(found.scope, found.key, call.precondition));
    if (record) {
      const forgetting = forgetFiles(context, resource, record);
      if (forgetting) await forgetting;
      if (call.wrote) await call.wrote({ kind: "deleted", resource, record });
      return answer(call, record);
    }
    const absent = await absentParent(states, resource, address.parents);
    return context.refuse(operation, absent ?? absentRecord(resource, address.parameter, address.key));
  };
}
