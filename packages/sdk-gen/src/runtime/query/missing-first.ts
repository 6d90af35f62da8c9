import type { ListSpec } from "../resource-spec.js";
import { isSame } from "../validate/json-equal.js";
import { type Execution, firstPage } from "./execute-query.js";
import { type OrderKey, orderName } from "./order.js";
import { planQuery } from "./push-down.js";
import type { QueryPlan } from "./query-plan.js";
import { notePaging, shownPaging } from "./shown-paging.js";
import { valueAt } from "./value-at.js";

/** Finds out from its first records whether the server puts missing values before others. The client then sorts. */
export type MissingFirst = (execution: Execution, plan: QueryPlan, records: readonly unknown[]) => Promise<boolean>;

/** Lists with documented orders bring it along. */
export const missingFirst: MissingFirst = async (execution, plan, records) => {
  const { context } = execution;
  const { resource, state, skipPushed } = plan;
  const list = resource.list as ListSpec;
  const name = orderName(state.sort);
  if (shownPaging(context, list, name).isHeeded) return false;
  const start = skipPushed ? planQuery(context, resource, { ...state, skip: 0 }) : plan;
  const shown = skipPushed ? ((await firstPage(execution, start, 1))?.records ?? []) : records;
  const isMisplaced = isOutOfOrder(shown, state.sort) || (await isOnlyMissing(execution, start, shown));
  if (isMisplaced || skipPushed) notePaging(context, list, name, { isHeeded: !isMisplaced });
  return isMisplaced;
};

/** True if a record without a value comes right before one with a value, and they are equal in the keys before. */
function isOutOfOrder(records: readonly unknown[], keys: readonly OrderKey[]): boolean {
  return records.slice(1).some((record, at) => {
    const previous = records[at];
    const level = keys.findIndex(({ property }) => !isSame(valueAt(previous, property), valueAt(record, property)));
    const key = keys[level];
    return key !== undefined && lacks(previous, key) && !lacks(record, key);
  });
}

/** True if all records lack the value, and the opposite order begins with one that has it. */
async function isOnlyMissing(execution: Execution, plan: QueryPlan, [first]: readonly unknown[]): Promise<boolean> {
  const { resource, state } = plan;
  const { list } = resource;
  const [key] = state.sort;
  if (first === undefined || !key || !lacks(first, key)) return false;
  const flipped = state.sort.map(({ property, descending }) => ({ property, descending: !descending }));
  const opposite = list?.sort?.order?.(list, list.sort, flipped);
  if (!opposite) return true;
  const [last] = (await firstPage(execution, plan, 1, opposite))?.records ?? [];
  return last !== undefined && !lacks(last, key);
}

function lacks(record: unknown, { property }: OrderKey): boolean {
  return (valueAt(record, property) ?? undefined) === undefined;
}
