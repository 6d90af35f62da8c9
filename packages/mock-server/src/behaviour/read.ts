import type { Answer, ResponsePlan } from "@onespec/http-contract";
import type { Operation, ReadRole } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { pick, requiredNames } from "../response/fieldset.js";
import { createRecordAnswer } from "../response/record-answer.js";
import type { Awaitable, StoredRecord } from "../store/record-store.js";
import { listOfTexts } from "./list-filters.js";
import { absentParent, absentRecord, addressReader } from "./record-address.js";

/** `GET /pets/{petId}`. */
export function createReadBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ReadRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply, { isRead: true });
  const read = addressReader(schemas, states, operation, resource);

  const listFields = resource.list?.fields?.name;
  const fieldset = operation.parameters.find(({ in: place, name }) => place === "query" && name === listFields)?.name;
  const required = requiredNames(context, resource);
  /** The record with the properties alone that a request asks for. */
  const picked = (call: Call, record: StoredRecord): StoredRecord => {
    const fields = fieldset === undefined ? undefined : call.query[fieldset];
    if (fields === undefined) return record;
    return { ...record, value: pick(record.value, listOfTexts(fields), required) as StoredRecord["value"] };
  };

  const find = (call: Call, address: RecordAddress): Awaitable<Answer> => {
    const found = state.find(address, address.key);
    const finish = (record: StoredRecord | undefined): Awaitable<Answer> =>
      record ? answer(call, picked(call, record)) : refuse(address);
    return found instanceof Promise ? found.then(finish) : finish(found);
  };
  const refuse = async (address: RecordAddress): Promise<Answer> => {
    const absent = await absentParent(states, resource, address.parents);
    return context.refuse(operation, absent ?? absentRecord(resource, address.parameter, address.key));
  };

  return (call) => {
    const address = read(call.pathTexts);
    const filling = seeds.fill(resource, address.scope);
    return filling ? filling.then(() => find(call, address)) : find(call, address);
  };
}
