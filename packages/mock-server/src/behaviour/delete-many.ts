import type { ResponsePlan } from "@onespec/http-contract";
import { isObject, type Operation, type OperationRole } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { withIgnored } from "../response/ignored-header.js";
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
  const { schemas, states, seeds } = context;
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
  const remove = async (call: Call, { scope, where: narrowing }: RecordAddress): Promise<readonly string[]> => {
    const { query, unknown } = select(call);
    const selection = query ?? (unknown.length === 0 && isAll(call) ? {} : undefined);
    if (!selection) return unknown;
    await seeds.fill(resource, scope);
    const where = [...(selection.where ?? []), ...narrowing];
    const { records } = await collection.list({ ...selection, scope, ...(where.length > 0 && { where }) });
    for (const found of records) {
      const record = await collection.delete(found.scope, found.key);
      if (!record) continue;
      await forgetFiles(context, resource, record);
      if (call.wrote) await call.wrote({ kind: "deleted", resource, record });
    }
    return unknown;
  };
  return async (call) => {
    const ignored = await remove(call, read(call.pathTexts));
    const answered = await answer(call);
    return ignored.length === 0 ? answered : withIgnored(answered, ignored);
  };
}
