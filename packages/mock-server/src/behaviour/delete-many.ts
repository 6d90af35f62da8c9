import { type BodyPlan, type ResponsePlan, sampledValue } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type Operation,
  type OperationRole,
  objectProperties,
  schemaShape,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { withIgnored } from "../response/ignored-header.js";
import { withValueAt } from "../response/place-value.js";
import { answerValue } from "../response/value-answer.js";
import { createOperationBehaviour } from "./operation.js";
import { addressReader } from "./record-address.js";
import { forgetFiles } from "./record-files.js";
import { selectedRecordsReader } from "./selected-records.js";

/**
 * `DELETE /pets`: removes the records that its query or body selects. Removes nothing where that is unclear: a filter is documented and
 * not sent, or nothing that is sent is understood.
 */
export function createDeleteManyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, list }: NonNullable<OperationRole["removes"]>,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds, fitting } = context;
  const { collection } = states.of(resource);
  const select = selectedRecordsReader(schemas, resource, list);
  const read = addressReader(schemas, states, operation, resource);
  const answer = createOperationBehaviour(context, operation, plan);

  /** All of them, where nothing can be selected or the request says so. */
  const isAll = ({ query, body }: Call): boolean => {
    const sent = Object.entries({ ...query, ...(isObject(body) ? body : {}) });
    if (Array.isArray(body)) return false;
    const isSaid = sent.some(([name, value]) => /^(?:(?:delete|remove)_?)?all$/i.test(name) && value === true);
    return isSaid || (list.filters.length === 0 && sent.length === 0);
  };
  const remove = async (call: Call, { scope, where: narrowing }: RecordAddress): Promise<Removed> => {
    const { query, unknown } = select(call);
    const selection = query ?? (unknown.length === 0 && isAll(call) ? {} : undefined);
    if (!selection) return { count: 0, unknown };
    await seeds.fill(resource, scope);
    const where = [...(selection.where ?? []), ...narrowing];
    const { records } = await collection.list({ ...selection, scope, ...(where.length > 0 && { where }) });
    let count = 0;
    for (const found of records) {
      const record = await collection.delete(found.scope, found.key);
      if (!record) continue;
      count += 1;
      await forgetFiles(context, resource, record);
      if (call.wrote) await call.wrote({ kind: "deleted", resource, record });
    }
    return { count, unknown };
  };
  /** The property of an answer that says how many were removed. */
  const countIn = ({ answerAs }: Call): string | undefined =>
    [...objectProperties(schemas, answerAs?.schema?.json ?? true).values()].find(({ name, schema }) => {
      const { types } = schemaShape(schemas, schema);
      return COUNT.test(foldName(name)) && (types.has("integer") || types.has("number"));
    })?.name;
  return async (call) => {
    const { count, unknown } = await remove(call, read(call.pathTexts));
    const name = countIn(call);
    const sample = (body: BodyPlan): unknown =>
      withValueAt(sampledValue(fitting, body, operation.id), [name ?? ""], count);
    const answered = await (name !== undefined && call.answerAs
      ? answerValue(context, plan, call, sample(call.answerAs))
      : answer(call));
    return unknown.length === 0 ? answered : withIgnored(answered, unknown);
  };
}

interface Removed {
  readonly count: number;
  /** Filters that are not understood. */
  readonly unknown: readonly string[];
}

const COUNT =
  /^(?:(?:number|num|count|total)(?:of)?)?(?:deleted|removed|affected)(?:count|number|total|records|items|rows)?$|^count$/;
