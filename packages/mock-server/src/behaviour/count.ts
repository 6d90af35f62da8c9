import { type ResponsePlan, sampledValue } from "@onespec/http-contract";
import { isObject, type Operation, type OperationRole, withValueAt } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { withIgnored } from "../response/answer-headers.js";
import { answerValue } from "../response/value-answer.js";
import { absentParent, addressReader } from "./record/record-address.js";
import { selectionReader } from "./selection/list-filters.js";

/** `GET /pets/count?status=sold`, or `POST /pets/count` with conditions in its body: counts the matching records. */
export function createCountBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, list, at }: NonNullable<OperationRole["counts"]>,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds, fitting } = context;
  const { collection } = states.of(resource);
  const select = selectionReader(schemas, resource, list);
  const read = addressReader(schemas, states, operation, resource);
  return async (call) => {
    const { parents, scope, where: narrowing } = read(call.pathTexts);
    const absent = await absentParent(states, resource, parents);
    if (absent) return context.refuse(operation, absent);
    await seeds.fill(resource, scope);
    const {
      where = [],
      search,
      searched,
      unknown,
    } = select({ ...call.query, ...(operation.method !== "get" && isObject(call.body) ? call.body : {}) });
    const query = {
      scope,
      where: [...where, ...narrowing],
      limit: 0,
      ...(search && { search }),
      ...(searched && { searched }),
    };
    const { total } = await collection.list(query);
    const { answerAs: body } = call;
    const sample = body && at.length > 0 ? sampledValue(fitting, body, operation.id) : undefined;
    return withIgnored(await answerValue(context, plan, call, withValueAt(sample, at, total)), unknown);
  };
}
