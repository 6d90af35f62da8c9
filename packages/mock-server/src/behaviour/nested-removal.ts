import type { ResponsePlan } from "@onespec/http-contract";
import type { Operation, Resource } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { answerValue } from "../response/value-answer.js";
import { writeState } from "./operation.js";
import { absentRecord } from "./record/record-address.js";
import { deleteRecord } from "./record/write-record.js";

/**
 * `DELETE /keys/{id}`: deletes a record of a nested collection although the path does not name its parents. Searches all given collections.
 */
export function createNestedRemovalBehaviour(
  context: MockContext,
  operation: Operation,
  resources: readonly Resource[],
  plan: ResponsePlan,
): Behaviour {
  const parameter = operation.template.parameters.at(-1) ?? "";
  return async (call) => {
    const id = call.pathTexts[parameter] ?? "";
    for (const resource of resources) {
      const scope = resource.parents.map(() => undefined);
      const found = await context.states.of(resource).find({ scope, where: [] }, id);
      if (!found || !(await deleteRecord(context, resource, found, call))) continue;
      return answerValue(context, plan, call, call.answerAs && (await writeState(context, operation, call)));
    }
    const [first] = resources;
    if (!first) return answerValue(context, plan, call, undefined);
    return context.refuse(operation, absentRecord(first, parameter, id));
  };
}
