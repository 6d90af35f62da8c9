import type { Operation, ReadRole } from "@onespec/spec-core";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { pathKey } from "./record-place.js";

/** `GET /pets/{petId}`. */
export function createReadBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ReadRole,
  plan: ResponsePlan,
): Behaviour {
  const { states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const key = pathKey(operation, resource);
  return async (call) => {
    const { pathTexts } = call.values;
    const scope = state.scope(resource, pathTexts);
    await context.seeds.fill(resource, scope);
    const record = await state.find(scope, key.of(pathTexts));
    if (record) return answer(call, record);
    const absent = await absentParent(states, resource, pathTexts);
    return context.refuse(operation, absent ?? absentRecord(resource, key.parameter, key.of(pathTexts)));
  };
}
