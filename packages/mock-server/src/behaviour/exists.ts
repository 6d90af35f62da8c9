import { type ResponsePlan, sampledValue } from "@onespec/http-contract";
import { type Operation, type OperationRole, withValueAt } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { answerValue } from "../response/value-answer.js";
import { addressReader } from "./record/record-address.js";

/** `GET /pets/{id}/exists`: whether the record is there. */
export function createExistsBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, at }: NonNullable<OperationRole["exists"]>,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds, fitting } = context;
  const read = addressReader(schemas, states, operation, resource);
  return async (call) => {
    const address = read(call.pathTexts);
    await seeds.fill(resource, address.scope);
    const found = await states.of(resource).find(address, address.key);
    const sample = call.answerAs && sampledValue(fitting, call.answerAs, operation.id);
    return answerValue(context, plan, call, withValueAt(sample, at, found !== undefined));
  };
}
