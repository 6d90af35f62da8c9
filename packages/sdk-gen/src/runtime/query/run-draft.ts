import { type SentCall, send } from "../send.js";
import { countQuery, type Execution, readingOf, type Send } from "./execute-query.js";
import { explainPlan, tooBroad } from "./explain.js";
import { listCall } from "./list-call.js";
import { planQuery } from "./push-down.js";
import type { QueryDraft } from "./query-draft.js";
import type { Explanation, QueryPlan } from "./query-plan.js";
import { runQuery } from "./run-query.js";

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
