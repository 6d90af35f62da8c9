import { ProblemError, type ResponsePlan } from "@onespec/http-contract";
import { type ActionRole, foldName, isObject, type Operation } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { bodyRenaming } from "../response/written-properties.js";
import { recordFinder } from "./record-address.js";
import { withoutId } from "./record-key.js";
import { createUniquenessCheck } from "./unique-properties.js";

/** `POST /layouts/{id}/duplicate` that answers a layout. */
export function isCopy({ method, template }: Operation, { reply }: ActionRole): boolean {
  const last = template.segments.at(-1);
  return method === "post" && reply !== undefined && last?.kind === "literal" && COPIES.has(foldName(last.text));
}

const COPIES: ReadonlySet<string> = new Set(["duplicate", "clone", "copy", "replicate"]);

/** Makes a record like the one of the path, but for its id and what the request says. */
export function createCopyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ActionRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, records } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply, { event: "made" });
  const { find, refuse } = recordFinder(context, operation, resource);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const findTaken = createUniquenessCheck(context, operation, resource);
  return async (call) => {
    const { address, found } = await find(call.pathTexts);
    if (!found) return refuse(address, address.parameter);
    const sent = rename(call.body);
    const written = { ...withoutId(resource, found.value), ...(isObject(sent) ? withoutId(resource, sent) : {}) };
    const taken = await findTaken?.(written, found.scope);
    if (taken) throw new ProblemError(taken.problem);
    const { parents } = address;
    const record = await records.make(resource, written, { scope: found.scope, parents, now: context.now() });
    await state.collection.insert(record);
    const last = (await call.wrote?.({ kind: "created", resource, record })) ?? record;
    return answer(call, last);
  };
}
