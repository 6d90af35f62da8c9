import { isPlainObject } from "../is-plain-object.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import { type SentCall, send } from "../send.js";
import { countQuery, type Execution, executeQuery, readingOf, type Send } from "./execute-query.js";
import { explainPlan, tooBroad } from "./explain.js";
import { listCall } from "./list-call.js";
import { planQuery } from "./push-down.js";
import type { Explanation, QueryDraft, QueryPlan, QueryState } from "./query-plan.js";

/** Yields the records of a query with relations loaded and fields selected. Leaving the loop early stops the requests. */
export async function* runQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<unknown> {
  for await (const batch of executeQuery(execution, resource, state))
    yield* await finished(execution, resource, state, batch);
}

/** Loads relations and selects fields. */
export async function finished(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
  batch: readonly unknown[],
): Promise<readonly unknown[]> {
  const populated = await resource.populating?.load(execution, resource, batch, state.populate);
  return (populated ?? batch).map((record) => trimRecord(record, state));
}

/** Applies `select` and `omit`, so that results are the same whatever the server supports. */
function trimRecord(record: unknown, { select, omit, populate }: QueryState): unknown {
  const loaded = populate.map(({ name }) => [name]);
  const selected = select ? trimmed(record, [...select, ...loaded], true) : record;
  return omit.length > 0 ? trimmed(selected, omit, false) : selected;
}

/** The object with only the members at the places, or without them. */
function trimmed(value: unknown, places: readonly Place[], isSelected: boolean): unknown {
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inside = places.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    const isWhole = inside.some((rest) => rest.length === 0);
    if (inside.length > 0 && !isWhole) return [[name, trimmed(member, inside, isSelected)]];
    return isWhole === isSelected ? [[name, member]] : [];
  });
  return Object.fromEntries(members);
}

export function runDraft(draft: QueryDraft): AsyncGenerator<unknown> {
  return runQuery(executionOf(draft), draft.resource, draft.state);
}

export function countDraft(draft: QueryDraft): Promise<number> {
  return countQuery(executionOf(draft), draft.resource, draft.state);
}

/** The context in which a query runs. */
export function executionOf(draft: QueryDraft): Execution {
  const { maxRequests = 100, maxRecords = 10_000, ...options } = draft.options;
  const { context } = draft;
  let requests = 0;
  const counted: Send = (own, call) => {
    requests += 1;
    if (requests > maxRequests) throw tooBroad(planOf(draft), `${maxRequests} requests`);
    return send(own, call);
  };
  return { context, send: counted, options, guard: { maxRecords }, related: new WeakMap() };
}

export function explainDraft(draft: QueryDraft): Explanation {
  const plan = planOf(draft);
  const missing = plan.resource.list?.required?.missing(draft.context, plan) ?? [];
  return { text: explainPlan(plan, missing), fetching: plan.fetching, steps: plan.steps, missing };
}

/** The first call of a query; `undefined` if it needs none. */
export function firstCall({ context, resource, state }: QueryDraft): SentCall | undefined {
  const { fetching } = planQuery(context, resource, state);
  const { list, read } = resource;
  if (fetching.kind === "pages" && list) return listCall(list, fetching.requests[0]?.parameters ?? {});
  return fetching.kind === "ids" && read ? readingOf(resource, read, state, fetching.ids[0]) : undefined;
}

/** The plan, with the relations. */
function planOf({ context, resource, state }: QueryDraft): QueryPlan {
  const plan = planQuery(context, resource, state);
  const relations = resource.populating?.explain(context, resource, state.populate) ?? [];
  return { ...plan, steps: [...plan.steps, ...relations] };
}
