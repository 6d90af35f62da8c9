import type { ListSpec } from "../resource-spec.js";
import { isSame } from "../validate/json-equal.js";
import { valueAt } from "../value-at.js";
import { type Execution, firstPage } from "./execute-query.js";
import { type OrderKey, orderName } from "./order.js";
import { planQuery } from "./push-down.js";
import type { QueryPlan } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";

/**
 * Finds out from its first records whether the server puts missing values before others. The client then sorts. Lists with documented
 * orders bring it along.
 */
export async function missingFirst(
  execution: Execution,
  plan: QueryPlan,
  records: readonly unknown[],
): Promise<boolean> {
  const { context } = execution;
  const { resource, state, skipPushed } = plan;
  const { sort } = state;
  const shown = shownPaging(context, resource.list as ListSpec, orderName(sort));
  if (shown.isHeeded) return false;
  const start = skipPushed ? planQuery(context, resource, { ...state, skip: 0 }) : plan;
  const begin = skipPushed ? ((await firstPage(execution, start, 1))?.records ?? []) : records;
  // True if a record without a value comes directly before one with a value, and both are equal in the preceding sort
  // keys.
  const isOutOfOrder = begin.slice(1).some((record, at) => {
    const before = begin[at];
    const key = sort.find(({ property }) => !isSame(valueAt(before, property), valueAt(record, property)));
    return key && lacks(before, key) && !lacks(record, key);
  });
  const isMisplaced = isOutOfOrder || (await isOnlyMissing(execution, start, begin[0]));
  if (isMisplaced || skipPushed) shown.isHeeded = !isMisplaced;
  return isMisplaced;
}

/** True if the first record lacks the value, and the opposite order begins with one that has it. */
async function isOnlyMissing(execution: Execution, plan: QueryPlan, first: unknown): Promise<boolean> {
  const { resource, state } = plan;
  const list = resource.list as ListSpec;
  const [key] = state.sort;
  if (first === undefined || !key || !lacks(first, key)) return false;
  const flipped = state.sort.map(({ property, descending }) => ({ property, descending: !descending }));
  const opposite = list.sort?.order?.(list, list.sort, flipped);
  if (!opposite) return true;
  const [last] = (await firstPage(execution, plan, 1, opposite))?.records ?? [];
  return last !== undefined && !lacks(last, key);
}

function lacks(record: unknown, { property }: OrderKey): boolean {
  return (valueAt(record, property) ?? undefined) === undefined;
}
