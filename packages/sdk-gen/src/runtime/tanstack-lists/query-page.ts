import { toPredicate } from "../query/matches.js";
import { planQuery } from "../query/push-down.js";
import type { Query } from "../query/query.js";
import type { Parameters } from "../query/query-plan.js";
import { type ReadPage, readPage } from "../query/read-pages.js";
import { executionOf, finished, runQuery } from "../query/run-query.js";
import { cacheKey } from "../tanstack-query/tanstack-queries.js";

/**
 * The start of a page: a position in the server's pages, or the number of records before it. It is JSON, so that caches
 * can be stored.
 */
export type PageStart =
  | {
      /** Records that are already read. */
      readonly rest: readonly unknown[];
      /** Parameters of the server's next page; `null` after the last one. */
      readonly parameters: Readonly<Record<string, unknown>> | null;
      readonly read: number;
      /** First record of the server's previous page. */
      readonly after: string;
    }
  | { readonly skip: number };

type ServerStart = Extract<PageStart, { rest: unknown }>;

/** Records and the start of the next page; `null` after the last page. */
export interface QueryPage<T> {
  readonly records: T[];
  readonly next: PageStart | null;
}

/**
 * Reads one page of a query. If the server sorts, follows the server's pages. Otherwise each page is a query with
 * `skip`. `limit` is the size of a page.
 */
export async function queryPage<T, R, L, F>(query: Query<T, R, L, F>, start: PageStart | null): Promise<QueryPage<T>> {
  const draft = query._draft;
  const { context, resource, state } = draft;
  const execution = executionOf(draft);
  const plan = planQuery(context, resource, state);
  plan.resource.list?.required?.refuse(context, plan);
  const { fetching, sorted, run } = plan;
  const [first] = fetching.kind === "pages" ? fetching.requests : [];
  const isFollowed = start ? "parameters" in start : sorted && !run && state.skip === 0;
  if (!first || !isFollowed) {
    const skip = start && "skip" in start ? start.skip : state.skip;
    const records: T[] = [];
    for await (const record of runQuery(execution, resource, { ...state, skip })) records.push(record as T);
    const isLast = state.limit === undefined || records.length < state.limit;
    return { records, next: isLast ? null : { skip: skip + records.length } };
  }
  const holds = state.where ? toPredicate(state.where, resource.schema) : () => true;
  let at: ServerStart = start && "parameters" in start ? start : { ...first, rest: [], read: 0, after: "" };
  const found = [...at.rest];
  while (at.parameters && found.length < (state.limit ?? 1)) {
    const page: ReadPage = await readPage(execution, resource, at.parameters, at.read);
    if (!start && at.read === 0 && (await plan.missing?.(execution, plan, page.records)))
      return queryPage(query, start);
    const after = page.records.length === 0 ? "" : JSON.stringify(cacheKey(page.records.slice(0, 1)));
    // A server that ignores the start of a page repeats the same page.
    const isRepeated = after === at.after;
    const { list } = resource;
    const second = list && at.read > 0 ? list.numbers?.learn(context, list, at.parameters, isRepeated) : undefined;
    if (second) {
      at = { ...at, parameters: second };
      continue;
    }
    if (!isRepeated) for (const record of page.records) if (holds(record)) found.push(record);
    const isLast = page.records.length === 0 || isRepeated || !page.next;
    at = { rest: [], parameters: isLast ? null : (cacheKey(page.next ?? {}) as Parameters), read: page.read, after };
  }
  const rest = found.splice(state.limit ?? found.length);
  const records = (await finished(execution, resource, state, found)) as T[];
  return { records, next: rest.length > 0 || at.parameters ? { ...at, rest } : null };
}
