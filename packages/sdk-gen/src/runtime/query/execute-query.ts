import type { CallOptions } from "../client-options.js";
import { NotFoundError } from "../errors.js";
import { recordParameters } from "../record-parameters.js";
import type { Place, RecordOperation, ResourceSpec } from "../resource-spec.js";
import type { Answer, ClientContext, SentCall } from "../send.js";
import { inTurns } from "./in-turns.js";
import { type Predicate, toPredicate } from "./matches.js";
import { refuseMissing } from "./missing-parameters.js";
import { toOrder } from "./order.js";
import type { Populating } from "./populating.js";
import { planQuery } from "./push-down.js";
import type { Guard } from "./query-draft.js";
import type { QueryPlan, QueryState } from "./query-plan.js";
import { readPages } from "./read-pages.js";
import { tooBroad } from "./too-broad.js";
import { valueAt } from "./value-at.js";

/** What sends calls: handed over, so that files of the engine do not import it and bundlers can keep it as it is. */
export type Send = (context: ClientContext, call: SentCall) => Promise<Answer>;

/** What a query runs with. */
export interface QueryRun {
  readonly context: ClientContext;
  readonly send: Send;
  readonly options?: CallOptions | undefined;
  readonly guard: Guard;
}

export interface Execution extends QueryRun {
  readonly populating: Populating | undefined;
}

/** Batches of whole records that meet the query, in its order, as soon as they are known: streaming unless they have to be sorted here. */
export async function* executeQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<readonly unknown[]> {
  const plan = allowedPlan(execution, resource, state);
  const { limit = Number.POSITIVE_INFINITY, skip } = state;
  const found = matching(execution, plan);
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

/** How many records meet the query. The server's own total is believed when all of the first page's records meet it. */
export async function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number> {
  const whole = { ...state, sort: [], limit: undefined, skip: 0, select: undefined, populate: [] };
  const plan = allowedPlan(execution, resource, whole);
  const { fetching } = plan;
  const holds = predicateOf(plan);
  if (plan.exact && fetching.kind === "pages" && fetching.requests.length === 1)
    for await (const { total, records } of readPages(execution, resource, fetching.requests[0]?.parameters)) {
      if (total !== undefined && records.every(holds)) return total;
      break;
    }
  let count = 0;
  for await (const batch of matching(execution, plan)) count += batch.length;
  return count;
}

/** @throws ValidationError when the list asks for more than the query gives */
function allowedPlan({ context }: Execution, resource: ResourceSpec, state: QueryState): QueryPlan {
  const plan = planQuery(resource, state);
  refuseMissing(context, plan);
  return plan;
}

function predicateOf({ resource: { schema }, state: { where } }: QueryPlan): Predicate {
  return where ? toPredicate(where, schema) : () => true;
}

/** Batches of records that meet the condition, each record once. */
async function* matching(execution: Execution, plan: QueryPlan): AsyncGenerator<readonly unknown[]> {
  const { resource, state, fetching } = plan;
  const { maxRequests, maxRecords } = execution.guard;
  const holds = predicateOf(plan);
  if (fetching.kind === "ids") yield (await readById(execution, resource, fetching.ids, state)).filter(holds);
  if (fetching.kind !== "pages") return;
  const seen = new Set<unknown>();
  const isNew = (record: unknown): boolean => {
    if (fetching.requests.length === 1) return true;
    const key = resource.id ? valueAt(record, resource.id) : JSON.stringify(record);
    return seen.size < seen.add(key).size;
  };
  let requests = 0;
  let records = 0;
  const onRequest = (): void => {
    requests += 1;
    if (requests > maxRequests) throw tooBroad(plan, `${maxRequests} requests`);
  };
  for (const { parameters } of fetching.requests) {
    for await (const page of readPages(execution, resource, parameters, onRequest)) {
      records += page.records.length;
      yield page.records.filter((record) => holds(record) && isNew(record));
      if (records > maxRecords) throw tooBroad(plan, `${maxRecords} records`);
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

/** The call that reads one record. */
export function readingOf(resource: ResourceSpec, read: RecordOperation, state: QueryState, id: unknown): SentCall {
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
  const records = await inTurns(ids, (id) => dataOrNone(run, readingOf(resource, read, state, id), read.reply));
  return records.filter((record) => record !== undefined);
}

/** What a call answers at a place; `undefined` when there is nothing to answer with. */
export async function dataOrNone(
  { context, send, options }: QueryRun,
  call: SentCall,
  reply: Place = [],
): Promise<unknown> {
  try {
    return valueAt((await send(context, { ...call, options })).data, reply);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
