import { ProblemError, type ResponsePlan, selectDocumented } from "@onespec/http-contract";
import { type ActsOnMany, isObject, type Operation } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { withIgnored } from "../response/answer-headers.js";
import { createRecordsAnswer } from "../response/records-answer.js";
import type { StoredRecord } from "../store/record-store.js";
import { typedChange, wordedChange } from "./effect/action-change.js";
import { createOperationBehaviour } from "./operation.js";
import { absentParent, absentRecord, addressReader } from "./record/record-address.js";
import { createRecordChanger } from "./record/write-record.js";
import { type SelectedRecords, selectedRecordsReader } from "./selection/selected-records.js";

/**
 * `POST /orders/cancel` with ids: changes each record that the body selects, as the action on a single record would. `Mock-Ignored` names
 * the fields without an effect.
 */
export function createActOnManyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, list, isByQuery = false, words, body, reply }: ActsOnMany,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds } = context;
  const state = states.of(resource);
  const read = selectedRecordsReader(schemas, resource, list);
  const select = (call: Call): SelectedRecords => read(isByQuery ? { ...call, body: undefined } : call);
  const inBody = isByQuery ? [] : [...list.filters, ...list.selectors];
  const selecting = new Set(inBody.map(({ parameter }) => parameter.name));
  const by =
    typedChange(context, operation, resource) ??
    wordedChange(context, operation, resource, { text: words, place: body, selecting });
  const changeRecord = createRecordChanger(context, resource);
  const addressOf = addressReader(schemas, states, operation, resource);
  const answerOther = createOperationBehaviour(context, operation, plan);
  const answerAll = reply && createRecordsAnswer(context, plan, resource, reply);
  const refusesAbsent = by?.isKnown === true && selectDocumented(operation, 404) !== undefined;
  const byId = (isByQuery ? [] : list.filters)
    .filter(({ at }) => at.length === 0)
    .map(({ parameter }) => parameter.name);

  const idsIn = ({ body: sent }: Call): readonly string[] => {
    const named: readonly unknown[] = isObject(sent) ? byId.flatMap((name) => sent[name] ?? []) : [];
    return [...new Set(named.filter((one) => !isObject(one)).map(String))];
  };

  /**
   * Returns the selected records, in the order of their ids in the body. @throws ProblemError if an id has no record, the action has a
   * known effect and 404 is documented
   */
  const selected = async (call: Call, { scope, where: narrowing }: RecordAddress): Promise<readonly StoredRecord[]> => {
    const { query } = select(call);
    if (!query) return [];
    const where = [...(query.where ?? []), ...narrowing];
    const { records } = await state.collection.list({ ...query, scope, where });
    const keys = idsIn(call);
    for (const key of refusesAbsent ? keys : [])
      if (!(await state.collection.has(scope, key))) throw new ProblemError(absentRecord(resource, undefined, key));
    const places = new Map(keys.map((key, index) => [key, index]));
    return [...records].sort((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0));
  };

  const act = async (call: Call, found: readonly StoredRecord[]): Promise<readonly StoredRecord[]> => {
    if (!by) return found;
    const acted: StoredRecord[] = [];
    for (const one of found) {
      const record = await changeRecord(one, call, (value, now) => by.change(value, call.body, now));
      if (record) acted.push(record);
    }
    return acted;
  };

  const ignoredNames = (call: Call, acted: readonly StoredRecord[]): readonly string[] => {
    const { query, unknown } = select(call);
    const sent = isObject(call.body) ? Object.entries(call.body) : [];
    const names = sent.flatMap(([name, value]) => (value === null || value === undefined ? [] : [name]));
    const isEffective = answerAll !== undefined || by?.isKnown === true;
    const isUsed = (name: string): boolean =>
      query !== undefined && ((isEffective && selecting.has(name)) || by?.uses(name) === true);
    const there = new Set(acted.map(({ key }) => key));
    const absent = idsIn(call).some((key) => !there.has(key)) ? names.filter((name) => byId.includes(name)) : [];
    return [...new Set([...names.filter((name) => !isUsed(name)), ...unknown, ...absent])];
  };

  return async (call) => {
    const address = addressOf(call.pathTexts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return context.refuse(operation, absent);
    await seeds.fill(resource, address.scope);
    const acted = await act(call, await selected(call, address));
    return withIgnored(await (answerAll ? answerAll(call, acted) : answerOther(call)), ignoredNames(call, acted));
  };
}
