import type { CallOptions } from "../client-options.js";
import type { ListSpec, Place, RecordOperation, ResourceSpec } from "../resource-spec.js";
import type { Answer, Call, ClientContext } from "../send.js";
import { isSame, NotFoundError, recordParameters, valueAt } from "./handed-over.js";
import { inTurns } from "./in-turns.js";
import { type Predicate, toPredicate } from "./matches.js";
import { refuseMissing } from "./missing-parameters.js";
import { toOrder } from "./order.js";
import { parameterValue } from "./parameter-value.js";
import type { Populating } from "./populating.js";
import { planQuery } from "./push-down.js";
import { guessedOrder, orderName } from "./push-sort.js";
import type { Guard } from "./query-draft.js";
import type { PopulateStep, QueryPlan, QueryState } from "./query-plan.js";
import { type Page, readPages } from "./read-pages.js";
import { notePaging, shownPaging } from "./shown-paging.js";
import { tooBroad } from "./too-broad.js";

/** What sends calls: handed over, so that files of the engine do not import it and bundlers can keep it as it is. */
export type Send = (context: ClientContext, call: Call) => Promise<Answer>;

/** What a query runs with. */
export interface QueryRun {
  readonly context: ClientContext;
  readonly send: Send;
  readonly options?: CallOptions | undefined;
  readonly guard: Pick<Guard, "maxRecords">;
}

export interface Execution extends QueryRun {
  readonly populating: Populating | undefined;
  /** What relations have led to so far, by their keys. */
  readonly related: WeakMap<PopulateStep, Map<string, unknown>>;
}

/** Batches of whole records that meet the query, in its order, as soon as they are known: streaming unless they have to be sorted here. */
export async function* executeQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<readonly unknown[]> {
  const plan = allowedPlan(execution, resource, state);
  const { limit = Number.POSITIVE_INFINITY, skip } = state;
  if (plan.orderTried) {
    const ordered = await orderedByServer(execution, plan);
    if (ordered) yield ordered;
    else yield* executeQuery(execution, resource, state);
    return;
  }
  const found = plan.skipPushed ? await skipped(execution, plan) : matching(execution, plan);
  if (!found) {
    yield* executeQuery(execution, resource, state);
    return;
  }
  let toSkip = plan.skipPushed ? 0 : skip;
  let given = 0;
  for await (const batch of plan.sorted ? found : sortedHere(found, plan)) {
    const wanted = batch.slice(toSkip, toSkip + limit - given);
    toSkip -= Math.min(toSkip, batch.length);
    given += wanted.length;
    if (wanted.length > 0) yield wanted;
    if (given >= limit) return;
  }
}

/**
 * The first records in an order that the description does not spell out; `undefined` if the server ignores it, which is remembered. It has
 * heeded it if the opposite begins with another record, and what comes is in order, nothing missing.
 */
async function orderedByServer(execution: Execution, plan: QueryPlan): Promise<readonly unknown[] | undefined> {
  const { context } = execution;
  const { resource, state } = plan;
  const { sort, skip, limit = 0 } = state;
  const list = resource.list as ListSpec;
  const note = (isHeeded: boolean): void => notePaging(context, list, orderName(sort), { isHeeded });
  const order = toOrder(sort, resource.schema, undefined);
  const isInOrder = (records: readonly unknown[]): boolean =>
    records.every(
      (record, at) =>
        sort.every(({ property }) => (valueAt(record, property) ?? undefined) !== undefined) &&
        (at === 0 || order(records[at - 1], record) <= 0),
    );
  try {
    if (!shownPaging(context, list, orderName(sort)).isHeeded) {
      const [first] = (await firstPage(execution, plan, 1))?.records ?? [];
      const opposite = guessedOrder(list, resource.schema, sort, true);
      const [last] = (await firstPage(execution, plan, 1, opposite))?.records ?? [];
      if (isSame(first, last) || !isInOrder([first, last])) {
        note(false);
        return undefined;
      }
    }
    const found: unknown[] = [];
    for await (const batch of matching(execution, plan)) {
      found.push(...batch);
      if (found.length >= skip + limit) break;
    }
    const isHeeded = isInOrder(found);
    note(isHeeded);
    return isHeeded ? found.slice(skip, skip + limit) : undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    note(false);
    return undefined;
  }
}

/** An answer that says the request was wrong. */
function isRefusal(error: unknown): boolean {
  const { status } = (typeof error === "object" && error !== null ? error : {}) as { readonly status?: unknown };
  return status === 400 || status === 422;
}

/**
 * What the server found behind those to be skipped. `undefined` if it does not skip them, as the first list that is asked for so shows:
 * then it begins with the same record as the list itself.
 */
async function skipped(execution: Execution, plan: QueryPlan): Promise<AsyncGenerator<readonly unknown[]> | undefined> {
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
}

async function* before<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** How many records meet the query: as the server says where it can be believed, else by reading them. */
export async function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number> {
  const whole = { ...state, sort: [], limit: undefined, skip: 0, select: undefined, populate: [] };
  const plan = allowedPlan(execution, resource, whole);
  const isTold = plan.exact && plan.fetching.kind === "pages";
  const told = isTold && resource.list?.total ? await toldTotal(execution, plan) : undefined;
  if (told !== undefined) return told;
  let count = 0;
  let isFirst = true;
  for await (const { records, read, total } of pagesOf(execution, plan)) {
    if (isFirst && isTold && total !== undefined && records.length === read) return total;
    isFirst = false;
    count += records.length;
  }
  return count;
}

/** The server's own number, of a list asked for one record. A condition has been heeded where there are fewer than without it. */
async function toldTotal(execution: Execution, plan: QueryPlan): Promise<number | undefined> {
  const { resource, state } = plan;
  const page = await firstPage(execution, plan, 1);
  if (!state.where || !page || page.total === 0) return page?.total;
  if (!page.records.every(predicateOf(plan))) return undefined;
  const all = await firstPage(execution, allowedPlan(execution, resource, { ...state, where: undefined }), 1);
  return all?.total !== undefined && page.total !== undefined && page.total < all.total ? page.total : undefined;
}

/** The beginning of what a query reads, of that many records where the server lets one say so. */
async function firstPage(
  execution: Execution,
  { resource, fetching }: QueryPlan,
  size: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Page | undefined> {
  const { list } = resource;
  if (!list || fetching.kind !== "pages") return undefined;
  const { limit, offset } = list;
  const { [offset ?? ""]: _, ...parameters } = { ...fetching.requests[0]?.parameters, ...more };
  if (limit) parameters[limit.parameter] = parameterValue(list, limit.parameter, Math.max(size, limit.minimum ?? 1));
  for await (const page of readPages(execution, resource, parameters)) return page;
  return undefined;
}

/** @throws ValidationError when the list asks for more than the query gives */
function allowedPlan({ context }: Execution, resource: ResourceSpec, state: QueryState): QueryPlan {
  const plan = planQuery(context, resource, state);
  refuseMissing(context, plan);
  return plan;
}

function predicateOf({ resource: { schema }, state: { where } }: QueryPlan): Predicate {
  return where ? toPredicate(where, schema) : () => true;
}

/** Batches of records that meet the condition, each record once. */
async function* matching(execution: Execution, plan: QueryPlan): AsyncGenerator<readonly unknown[]> {
  for await (const { records } of pagesOf(execution, plan)) yield records;
}

interface Matched extends Page {
  /** How many there were before those that do not meet the condition were dropped. */
  readonly read: number;
}

async function* pagesOf(execution: Execution, plan: QueryPlan): AsyncGenerator<Matched> {
  const { resource, fetching, state } = plan;
  const { maxRecords } = execution.guard;
  const holds = predicateOf(plan);
  if (fetching.kind === "ids") {
    const records = await readById(execution, resource, fetching.ids, state);
    yield { records: records.filter(holds), read: records.length, total: undefined };
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
    for await (const { records, total } of readPages(execution, resource, parameters)) {
      all += records.length;
      yield { records: records.filter((record) => holds(record) && isNew(record)), read: records.length, total };
      if (all > maxRecords) throw tooBroad(plan, `${maxRecords} records`);
    }
  }
}

async function* sortedHere(
  found: AsyncGenerator<readonly unknown[]>,
  { resource, state }: QueryPlan,
): AsyncGenerator<readonly unknown[]> {
  const order = toOrder(state.sort, resource.schema, resource.id);
  const most = state.limit === undefined ? Number.POSITIVE_INFINITY : state.limit + state.skip;
  let kept: unknown[] = [];
  for await (const batch of found) {
    // One by one: a page may have more records than a call may have arguments.
    for (const record of batch) kept.push(record);
    // Only what can still be among the first is kept, so memory follows the limit and not the list.
    if (kept.length > most * 2 + 1000) kept = kept.sort(order).slice(0, most);
  }
  yield kept.sort(order);
}

const CONCURRENCY = 6;

/** The call that reads one record. */
export function readingOf(resource: ResourceSpec, read: RecordOperation, state: QueryState, id: unknown): Call {
  return { operation: read.operation, parameters: recordParameters(resource, read, state.parameters, id) };
}

/** Absent records are left out. */
async function readById(
  run: QueryRun,
  resource: ResourceSpec,
  ids: readonly unknown[],
  state: QueryState,
): Promise<unknown[]> {
  const { read } = resource;
  if (!read) return [];
  const records = await inTurns(ids, CONCURRENCY, (id) =>
    dataOrNone(run, readingOf(resource, read, state, id), read.reply),
  );
  return records.filter((record) => record !== undefined);
}

/** What a call answers at a place; `undefined` when there is nothing to answer with. */
export async function dataOrNone(
  { context, send, options }: QueryRun,
  call: Call,
  reply: Place = [],
): Promise<unknown> {
  try {
    return valueAt((await send(context, { ...call, options })).data, reply);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
