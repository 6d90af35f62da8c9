import { isSame } from "../validate/json-equal.js";
import { type Execution, firstPage, matching } from "./execute-query.js";
import type { QueryPlan } from "./query-plan.js";
import { notePaging, shownPaging } from "./shown-paging.js";
import { valueAt } from "./value-at.js";

/** Reads records behind an offset. Lists with an offset bring it along. */
export type VerifySkip = (
  execution: Execution,
  plan: QueryPlan,
) => Promise<AsyncGenerator<readonly unknown[]> | undefined>;

/**
 * Reads records behind an offset; returns `undefined` if the server ignores the offset. The first such query of a client tests it: then
 * both the list and the skipped list begin with the same record.
 */
export const verifySkip: VerifySkip = async (execution, plan) => {
  const { context } = execution;
  const { list, id } = plan.resource;
  const found = matching(execution, plan);
  if (!list?.offset || shownPaging(context, list, list.offset).isHeeded) return found;
  const batch = await found.next();
  if (batch.done || batch.value.length === 0) return found;
  const first = (await firstPage(execution, plan, 1))?.records[0];
  const keyOf = (record: unknown): unknown => (id && valueAt(record, id)) ?? record;
  const isHeeded = !isSame(keyOf(first), keyOf(batch.value[0]));
  notePaging(context, list, list.offset, { isHeeded });
  return isHeeded ? before(batch.value, found) : undefined;
};

async function* before<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
