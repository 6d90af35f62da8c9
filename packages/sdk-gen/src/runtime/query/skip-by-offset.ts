import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { type Execution, firstPage, matching } from "./execute-query.js";
import { numberedParameter } from "./numbered-parameter.js";
import { type Parameters, type QueryPlan, type QueryState, SAME } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";
import { valueAt } from "./value-at.js";

/** Batches of records in the order of the server. */
export type Batches = AsyncGenerator<readonly unknown[]> | readonly (readonly unknown[])[];

/** Lets the server skip records. Lists with an offset or with pages of a chosen size bring it along. */
export interface SkipPush {
  readonly ask: (context: ClientContext, list: ListSpec, state: QueryState) => SkipAsked;
  /** Reads the records behind the skip; `undefined` if the server turns out not to skip them. */
  readonly run: (execution: Execution, plan: QueryPlan) => Promise<Batches | undefined>;
}

/** The parameter for the skip, or the reason why the client skips. */
export interface SkipAsked {
  readonly parameters?: Parameters;
  readonly reason?: string;
}

/** The first such query of a client tests the offset: if it is ignored, both the list and the skipped list begin with the same record. */
export const skipByOffset: SkipPush = {
  ask(context, list, { skip }) {
    const { offset = "" } = list;
    if (shownPaging(context, list, offset).isHeeded === false) return { reason: `the server ignores ${offset}` };
    return { parameters: numberedParameter(list, offset, skip), reason: SAME };
  },
  async run(execution, plan) {
    const { resource } = plan;
    const list = resource.list as ListSpec;
    const found = matching(execution, plan);
    const shown = shownPaging(execution.context, list, list.offset ?? "");
    if (shown.isHeeded) return found;
    const { done, value } = await found.next();
    if (done || value.length === 0) return found;
    const page = await firstPage(execution, plan, 1);
    shown.isHeeded = !isSameRecord(resource, page?.records[0], value[0]);
    return shown.isHeeded ? before(value, found) : undefined;
  },
};

export function isSameRecord({ id }: ResourceSpec, left: unknown, right: unknown): boolean {
  const keyOf = (record: unknown): unknown => (id && valueAt(record, id)) ?? record;
  return isSame(keyOf(left), keyOf(right));
}

async function* before<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
