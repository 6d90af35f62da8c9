import type { ResponsePlan } from "@onespec/http-contract";
import { isObject, type Operation, type OperationRole } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import type { RecordQuery } from "../store/record-store.js";
import { selectionReader } from "./list-filters.js";
import { createOperationBehaviour } from "./operation.js";
import { addressReader } from "./record-address.js";
import { forgetFiles } from "./record-files.js";
import { keyInRecord } from "./record-key.js";

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
  const select = selectionReader(schemas, resource, list);
  const read = addressReader(schemas, states, operation, resource);
  const answer = createOperationBehaviour(context, operation, plan);

  const selected = ({ query, body }: Call): Pick<RecordQuery, "where" | "search" | "searched"> | undefined => {
    const listed = Array.isArray(body) ? body : recordsIn(body);
    if (listed) {
      const keys = listed.map((one) => (isObject(one) ? keyInRecord(resource, one) : one));
      const { property } = resource.id;
      const isNamed = keys.length > 0 && keys.every((key) => key !== undefined);
      return property && isNamed ? { where: [{ property, operator: "in", value: keys }] } : undefined;
    }
    const sent = { ...query, ...(isObject(body) ? body : {}) };
    const { where, search, searched } = select(sent);
    if (where || search !== undefined)
      return { ...(where && { where }), ...(search && { search }), ...(searched && { searched }) };
    const isAll = Object.entries(sent).some(
      ([name, value]) => /^(?:(?:delete|remove)_?)?all$/i.test(name) && value === true,
    );
    return isAll || (list.filters.length === 0 && Object.keys(sent).length === 0) ? {} : undefined;
  };
  const remove = async (call: Call, { scope, where: narrowing }: RecordAddress): Promise<void> => {
    const selection = selected(call);
    if (!selection) return;
    await seeds.fill(resource, scope);
    const where = [...(selection.where ?? []), ...narrowing];
    const { records } = await collection.list({ ...selection, scope, ...(where.length > 0 && { where }) });
    for (const found of records) {
      const record = await collection.delete(found.scope, found.key);
      if (!record) continue;
      await forgetFiles(context, resource, record);
      if (call.wrote) await call.wrote({ kind: "deleted", resource, record });
    }
  };
  return async (call) => {
    await remove(call, read(call.pathTexts));
    return answer(call);
  };
}

/** `{ groups: [{ groupId }] }`: the records in the only property of a body. */
function recordsIn(body: unknown): readonly unknown[] | undefined {
  const [only, ...others] = isObject(body) ? Object.values(body) : [];
  return others.length === 0 && Array.isArray(only) && only.length > 0 && only.every(isObject) ? only : undefined;
}
