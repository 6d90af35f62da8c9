import type { ResponsePlan } from "@onespec/http-contract";
import { isObject, type Operation, type OperationRole } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { absentRecord } from "./record/record-address.js";
import { deleteRecord } from "./record/write-record.js";

/** `POST /contacts/merge` with two ids: deletes one record and answers with the other, which keeps its values. */
export function createMergeBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, from, into, reply }: NonNullable<OperationRole["merges"]>,
  plan: ResponsePlan,
): Behaviour {
  const state = context.states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  return async (call) => {
    await context.seeds.fill(resource, []);
    const sent = isObject(call.body) ? call.body : {};
    const find = (name: string) => state.find({ scope: [], where: [] }, String(sent[name]));
    const [gone, kept] = [await find(from), await find(into)];
    if (!gone || !kept) {
      const name = kept ? from : into;
      return context.refuse(operation, absentRecord(resource, undefined, String(sent[name])));
    }
    if (gone.key !== kept.key) await deleteRecord(context, resource, gone, call);
    const names = unusedNames(sent, kept.value, (name) => name === from || name === into);
    return withIgnored(await answer(call, kept), names);
  };
}
