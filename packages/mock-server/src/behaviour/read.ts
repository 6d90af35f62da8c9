import { listOfTexts, type ResponsePlan } from "@onespec/http-contract";
import type { Operation, ReadRole } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pick, requiredNames } from "../response/fieldset.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { after, type StoredRecord } from "../store/record-store.js";
import { recordFinder } from "./record/record-address.js";

/** `GET /pets/{petId}`. */
export function createReadBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ReadRole,
  plan: ResponsePlan,
): Behaviour {
  const answer = createRecordAnswer(context, plan, resource, reply, { isRead: true });
  const { find, refuse } = recordFinder(context, operation, resource);

  const listFields = resource.list?.fields?.name;
  const fieldset = operation.parameters.find(({ in: place, name }) => place === "query" && name === listFields)?.name;
  const required = requiredNames(context, resource);
  /** The record with only the properties that the request asks for. */
  const picked = (call: Call, record: StoredRecord): StoredRecord => {
    const fields = fieldset === undefined ? undefined : call.query[fieldset];
    if (fields === undefined) return record;
    return { ...record, value: pick(record.value, listOfTexts(fields), required) as StoredRecord["value"] };
  };

  // Most requests are reads, so they are synchronous if the store is.
  return (call) =>
    after(find(call.pathTexts), ({ address, found }) =>
      found ? answer(call, picked(call, found)) : refuse(address, address.parameter),
    );
}
