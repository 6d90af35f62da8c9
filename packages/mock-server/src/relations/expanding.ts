import type { Operation } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import type { ExpandAnswer } from "./expand-answer.js";
import { askedPaths, expandParameters } from "./expand-parameters.js";

/** Has an operation with an expand parameter put related records into its answer where it is asked to. */
export function expanding(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const parameters = expandParameters(context.schemas, operation);
  if (parameters.length === 0) return behave;
  let loading: Promise<ExpandAnswer> | undefined;
  const expand = async (call: Call, answer: Answer, paths: readonly (readonly string[])[]): Promise<Answer> => {
    loading ??= import("./expand-answer.js").then(({ createExpandAnswer }) => createExpandAnswer(context, operation));
    return (await loading)(call, answer, paths);
  };
  return (call) => {
    const paths = askedPaths(call.values.query, parameters);
    const answer = behave(call);
    if (paths.length === 0) return answer;
    return answer instanceof Promise ? answer.then((one) => expand(call, one, paths)) : expand(call, answer, paths);
  };
}
