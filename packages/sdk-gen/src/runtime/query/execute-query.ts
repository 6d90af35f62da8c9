import type { CallOptions } from "../client-options.js";
import { NotFoundError } from "../errors.js";
import { nameInCall, parametersOf } from "../operation-facts.js";
import type { CountSpec, ListSpec, Place, ReadOperation, ResourceSpec } from "../resource-spec.js";
import type { Answer, ClientContext, SentCall } from "../send.js";
import { valueAt } from "../value-at.js";
import { type Condition, placesIn } from "./condition.js";
import { tooBroad } from "./explain.js";
import { numberedParameter } from "./list-call.js";
import { toPredicate } from "./matches.js";
import { toOrder } from "./order.js";
import { planQuery } from "./push-down.js";
import {
  type Guard,
  NO_CLAUSES,
  type Parameters,
  type PopulateStep,
  type QueryPlan,
  type QueryState,
} from "./query-plan.js";
import { type Page, readPages } from "./read-pages.js";
import { BY_ID, shownPaging } from "./shown-paging.js";
import type { Batches } from "./skip-records.js";

/** Sends a call. Passed as a value, so that bundlers can load the engine separately. */
export type Send = (context: ClientContext, call: SentCall) => Promise<Answer>;

/** The context of a running query. */
export interface QueryRun {
  readonly context: ClientContext;
  readonly send: Send;
  readonly options?: CallOptions | undefined;
  readonly guard: Pick<Guard, "maxRecords">;
}

export interface Execution extends QueryRun {
  /** Related records that are already loaded, by their keys. */
  readonly related: WeakMap<PopulateStep, Map<string, unknown>>;
}

/** Yields batches of complete records that match the query, in its order. Streams them unless the client has to sort. */
export async function* executeQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<readonly unknown[]> {
  const plan = allowedPlan(execution, resource, state);
  const { limit = Infinity, skip } = state;
  const found = await (plan.run ?? matching)(execution, plan);
  if (!found) {
    const { skip: _, ...reading } = resource.list as ListSpec;
    return yield* executeQuery(execution, { ...resource, list: reading }, state);
  }
  let toSkip = plan.skipPushed ? 0 : skip;
  let given = 0;
  let { missing } = plan;
  for await (const batch of plan.sorted ? found : sortedHere(found, plan)) {
    if (batch.length > 0) {
      if (await missing?.(execution, plan, batch)) return yield* executeQuery(execution, resource, state);
      missing = undefined;
    }
    const wanted = batch.slice(toSkip, toSkip + limit - given);
    toSkip -= Math.min(toSkip, batch.length);
    given += wanted.length;
    if (wanted.length > 0) yield wanted;
    if (given >= limit) return;
  }
}

/**
 * Counts the records that match the query. Uses the server's total if all records of the first page match, and
 * otherwise reads all records. Without a condition, uses the operation that counts, or a page with one record.
 */
export async function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number> {
  const whole = countedState(state);
  const { list } = resource;
  const plan = allowedPlan(execution, resource, whole);
  const isTold = plan.exact && plan.fetching.kind === "pages";
  if (isTold && list && !whole.where) {
    const told =
      (await list.count?.run(execution, list.count, whole.parameters)) ??
      (list.total && (await firstPage(execution, plan, 1))?.total);
    if (told !== undefined) return told;
  }
  let count = 0;
  if (plan.run) {
    for await (const batch of executeQuery(execution, resource, whole)) count += batch.length;
    return count;
  }
  let isFirst = isTold;
  for await (const { records, read, total } of pagesOf(execution, plan)) {
    if (isFirst && total !== undefined && records.length === read) return total;
    isFirst = false;
    count += records.length;
  }
  return count;
}

/** The part of a query that its count depends on. */
export function countedState({ where, parameters }: QueryState): QueryState {
  return { ...NO_CLAUSES, where, parameters };
}

/** Reads the first page of a query, with `size` records if the list has a limit. */
export async function firstPage(
  execution: Execution,
  { resource, fetching }: QueryPlan,
  size: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Page | undefined> {
  const { list } = resource;
  if (!list || fetching.kind !== "pages") return undefined;
  const { limit, offset } = list;
  const { [offset ?? ""]: _, ...parameters } = { ...fetching.requests[0]?.parameters, ...more };
  const sized = limit && numberedParameter(list, limit.parameter, Math.max(size, limit.minimum ?? 1));
  return (await readPages(execution, resource, { ...list.start, ...parameters, ...sized }).next()).value ?? undefined;
}

/** @throws ValidationError if the query lacks parameters that the list requires */
function allowedPlan({ context }: Execution, resource: ResourceSpec, state: QueryState): QueryPlan {
  const plan = planQuery(context, resource, state);
  resource.list?.required?.refuse(context, plan);
  return plan;
}

/** Yields batches of records that match the condition, each record once. */
export async function* matching(execution: Execution, plan: QueryPlan): AsyncGenerator<readonly unknown[]> {
  for await (const { records } of pagesOf(execution, plan)) yield records;
}

export interface Matched extends Page {
  /** Number of records before filtering. */
  readonly read: number;
}

/** The matching records of each page. */
export async function* pagesOf(execution: Execution, plan: QueryPlan): AsyncGenerator<Matched> {
  const { resource, fetching, state } = plan;
  const { maxRecords } = execution.guard;
  const { where } = state;
  const holds = where ? toPredicate(where, resource.schema) : () => true;
  if (fetching.kind === "ids") {
    const { ids } = fetching;
    const records = await readById(execution, resource, ids, state);
    if (await answersAsListed(execution, plan, records)) yield { records: records.filter(holds), read: records.length };
    else {
      const { read: _, ...listed } = resource;
      for await (const found of executeQuery(execution, listed, { ...countedState(state), limit: ids.length }))
        yield { records: found, read: found.length };
    }
  }
  if (fetching.kind !== "pages") return;
  const seen = new Set<unknown>();
  const isNew = (record: unknown): boolean => {
    if (fetching.requests.length === 1) return true;
    const key = resource.id ? valueAt(record, resource.id) : JSON.stringify(record);
    return seen.size < seen.add(key).size;
  };
  let all = 0;
  for (const { parameters } of fetching.requests) {
    for await (const { records, ...page } of readPages(execution, resource, parameters)) {
      all += records.length;
      yield { ...page, records: records.filter((record) => holds(record) && isNew(record)), read: records.length };
      if (all > maxRecords) throw tooBroad(plan, `${maxRecords} records`);
    }
  }
}

async function* sortedHere(found: Batches, { resource, state }: QueryPlan): AsyncGenerator<readonly unknown[]> {
  const order = toOrder(state.sort, resource.schema, resource.id);
  const most = state.limit === undefined ? Infinity : state.limit + state.skip;
  let kept: unknown[] = [];
  for await (const batch of found) {
    // Not `push(...batch)`: a page may have more records than a call can have arguments.
    for (const record of batch) kept.push(record);
    // Keeps only records that can still be among the first, so memory depends on the limit and not on the list.
    if (kept.length > most * 2 + 1000) kept = kept.sort(order).slice(0, most);
  }
  yield kept.sort(order);
}

/** Builds the call that reads one record. */
export function readingOf(resource: ResourceSpec, read: ReadOperation, state: QueryState, id: unknown): SentCall {
  return { operation: read.operation, parameters: recordParameters(resource, read, state.parameters, id) };
}

/**
 * True if the paths of records answer as the list does. Tests it with a listed record if no record was found, or if one
 * lacks a property of the query: the path may need a name instead of the id, or answer fewer properties.
 */
async function answersAsListed(
  execution: Execution,
  { resource, state }: QueryPlan,
  found: readonly unknown[],
): Promise<boolean> {
  const { list, id } = resource;
  if (!list || !id) return true;
  const { where, select = [], sort } = state;
  // A condition on the id led here.
  const named = [...placesIn(where as Condition), ...select, ...sort.map(({ property }) => property)];
  const lacking = named.filter((place) => found.some((record) => valueAt(record, place) === undefined));
  for (const place of found.length > 0 ? lacking : [[]]) {
    const shown = shownPaging(execution.context, list, [BY_ID, ...place].join("."));
    if (shown.isHeeded === undefined) {
      const page = await readPages(execution, resource, state.parameters).next().catch(noneIfAbsent);
      const isShown = (record: unknown): boolean => valueAt(record, place) !== undefined;
      const key = valueAt(page?.value?.records.find(isShown), id);
      if (key === undefined) continue;
      shown.isHeeded = (await readById(execution, resource, [key], state)).some(isShown);
    }
    if (!shown.isHeeded) return false;
  }
  if (found.length > 0) shownPaging(execution.context, list, BY_ID).isHeeded = true;
  return true;
}

/** Skips missing records. */
async function readById(
  run: QueryRun,
  resource: ResourceSpec,
  ids: readonly unknown[],
  state: QueryState,
): Promise<unknown[]> {
  const { read } = resource;
  if (!read) return [];
  const records = await inTurns(ids, (id) => dataOrNone(run, readingOf(resource, read, state, id), read.reply));
  return records.filter((record) => record !== undefined);
}

/** The part of an answer at `reply`; `undefined` if the server answers 404. */
export async function dataOrNone(
  { context, send, options }: QueryRun,
  call: SentCall,
  reply: Place = [],
): Promise<unknown> {
  return send(context, { ...call, options })
    .then(({ data }) => valueAt(data, reply))
    .catch(noneIfAbsent);
}

/** @throws errors other than that of a 404 */
export function noneIfAbsent(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters(
  { parents = [], idParameter = "id" }: ResourceSpec,
  { path = [idParameter] }: ReadOperation,
  given: Readonly<Record<string, unknown>>,
  id?: unknown,
): Record<string, unknown> {
  const partAt = (at: number): unknown => (parents[at] ? given[parents[at].parameter] : id);
  return Object.fromEntries(path.map((name, at) => [name, partAt(at)]));
}

/** Number of concurrent calls. */
const CONCURRENCY = 6;

/** Runs `work` on each item, a few at a time. Returns the results in the order of the items. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(work))));
  return results;
}

/**
 * Calls the operation that counts all records. `undefined` if a required parameter is missing or the answer is not a
 * number. Only lists with such an operation import it.
 */
export async function countRecords(
  { context, send, options }: Execution,
  { operation, reply }: CountSpec,
  parameters: Parameters,
): Promise<number | undefined> {
  const names = parametersOf(operation).map(nameInCall);
  if (!Object.keys(parameters).every((name) => names.includes(name))) return undefined;
  const { data } = await send(context, { operation, parameters, options });
  const told = valueAt(data, reply);
  return Number.isInteger(told) ? (told as number) : undefined;
}
