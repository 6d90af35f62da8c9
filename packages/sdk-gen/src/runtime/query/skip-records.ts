import type { ApiError } from "../errors.js";
import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { valueAt } from "../value-at.js";
import { type Execution, firstPage, matching } from "./execute-query.js";
import { numberedParameter } from "./list-call.js";
import { largestPage } from "./push-down.js";
import { type Parameters, type QueryPlan, type QueryState, SAME } from "./query-plan.js";
import { type ReadPage, readPage } from "./read-pages.js";
import { shownPaging } from "./shown-paging.js";

/** Batches of records in the order of the server. */
export type Batches = AsyncGenerator<readonly unknown[]> | readonly (readonly unknown[])[];

/** Lets the server skip records. Only lists with an offset, or with pages whose size can be chosen, import it. */
export interface SkipPush {
  readonly ask: (context: ClientContext, list: ListSpec, state: QueryState) => SkipAsked;
  /** Reads the records after the skipped ones. `undefined` if the server does not skip them. */
  readonly run: (execution: Execution, plan: QueryPlan) => Promise<Batches | undefined>;
}

/** The parameter for the skip, or the reason why the client skips. */
export interface SkipAsked {
  readonly parameters?: Parameters;
  readonly reason?: string;
}

/**
 * The first such query of a client tests the offset. If the server ignores it, the list with and without it begin with
 * the same record.
 */
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

/**
 * Requests one page if the skip is a multiple of the limit. The first query with a size tests the page number and size:
 * the first page must have this size, and another record must follow. If the test fails, the list is read from its
 * beginning.
 */
export const skipByPage: SkipPush = {
  ask(context, list, { skip, limit = 0, parameters }) {
    const { page = { parameter: "" }, limit: size = { parameter: "" }, numbers } = list;
    const [least, most] = [size.minimum ?? 1, largestPage(list)];
    if (skip % limit !== 0 || limit < least || limit > most)
      return { reason: `it is not a multiple of a limit from ${least} to ${most}` };
    const first = page.first ?? numbers?.first(context, list);
    const why =
      first === undefined
        ? "nothing tells"
        : shownPaging(context, list, `${page.parameter} of ${limit}`).isHeeded === false
          ? "the server ignores"
          : (parameters[page.parameter] ?? parameters[size.parameter]) !== undefined && "params sets";
    if (why || first === undefined) return { reason: `${why} ${page.parameter} or ${size.parameter}` };
    const number = first + skip / limit;
    return {
      parameters: numberedParameter(list, page.parameter, number),
      reason: `page ${number} of ${limit} records`,
    };
  },
  async run(execution, { resource, state: { skip, limit = 0 }, fetching }) {
    const list = resource.list as ListSpec;
    const page = list.page?.parameter ?? "";
    const { parameters = {} } = (fetching.kind === "pages" && fetching.requests[0]) || {};
    const read = await readPage(execution, resource, parameters, skip).catch((error: Partial<ApiError>) => {
      // Some servers reject pages after the last one.
      if (!/^4(00|04|16|22)$/.test(String(error.status))) throw error;
    });
    if (!read) return undefined;
    const { records, total = skip + 1, next }: ReadPage = read;
    const count = records.length;
    const shown = shownPaging(execution.context, list, `${page} of ${limit}`);
    if (!shown.isHeeded) {
      const { [page]: _, ...atStart } = parameters;
      const { records: start } = await readPage(execution, resource, { ...list.start, ...atStart });
      const isHeeded =
        count > 0 ? start.length === limit && !isSameRecord(resource, start[0], records[0]) : start.length <= limit;
      if (count > 0 || !isHeeded) shown.isHeeded = isHeeded;
      if (!isHeeded) return undefined;
    }
    // A page that repeats the last one, that misses records, or that has too many.
    const isWrong = count > limit || (count > 0 && (total <= skip || (count < limit && next)));
    return isWrong ? undefined : [records];
  },
};
