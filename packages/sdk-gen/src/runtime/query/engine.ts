import type { SentCall } from "../send.js";
import { collectClauses } from "./collect-clauses.js";
import { countQuery, type Execution, readingOf, type Send } from "./execute-query.js";
import { explainPlan } from "./explain.js";
import { listCall } from "./list-call.js";
import type { Populating } from "./populating.js";
import { planQuery } from "./push-down.js";
import type { QueryDraft } from "./query-draft.js";
import type { Explanation, QueryPlan, QueryState } from "./query-plan.js";
import { runQuery } from "./run-query.js";
import { tooBroad } from "./too-broad.js";

/** Runs and explains queries. Separate from `Query`, so that bundlers can load it separately. */
export interface Engine {
  /** Collects the clauses of a draft. @throws ValidationError */
  readonly collect: (draft: QueryDraft) => QueryDraft;
  readonly run: (draft: QueryDraft, send: Send) => AsyncGenerator<unknown>;
  /** The context in which the draft runs. */
  readonly execution: (draft: QueryDraft, send: Send) => Execution;
  readonly count: (draft: QueryDraft, send: Send) => Promise<number>;
  readonly explain: (draft: QueryDraft) => Explanation;
  /** The first call; `undefined` if the query needs none. */
  readonly firstCall: (draft: QueryDraft) => SentCall | undefined;
}

/** @param populating present for resources with relations */
export function engineWith(populating: Populating | undefined): Engine {
  const stateOf = ({ context, resource, clauses, state }: QueryDraft): QueryState =>
    collectClauses({ context, resource, populating }, clauses, state);
  const planOf = (draft: QueryDraft): QueryPlan => {
    const { context, resource } = draft;
    const plan = planQuery(context, resource, stateOf(draft));
    return {
      ...plan,
      steps: [...plan.steps, ...(populating?.explain(context, resource, plan.state.populate) ?? [])],
    };
  };
  const execution = (draft: QueryDraft, send: Send): Execution => {
    const { maxRequests = 100, maxRecords = 10_000, ...options } = draft.options;
    let requests = 0;
    const counted: Send = (context, call) => {
      requests += 1;
      if (requests > maxRequests) throw tooBroad(planOf(draft), `${maxRequests} requests`);
      return send(context, call);
    };
    return {
      context: draft.context,
      send: counted,
      options,
      guard: { maxRecords },
      populating,
      related: new WeakMap(),
    };
  };
  return {
    collect: (draft) => ({ ...draft, state: stateOf(draft), clauses: [] }),
    execution,
    run: (draft, send) => runQuery(execution(draft, send), draft.resource, stateOf(draft)),
    count: (draft, send) => countQuery(execution(draft, send), draft.resource, stateOf(draft)),
    explain(draft) {
      const plan = planOf(draft);
      const missing = plan.resource.list?.required?.missing(draft.context, plan) ?? [];
      return { text: explainPlan(plan, missing), fetching: plan.fetching, steps: plan.steps, missing };
    },
    firstCall(draft) {
      const { resource, fetching, state } = planQuery(draft.context, draft.resource, stateOf(draft));
      const { list, read } = resource;
      if (fetching.kind === "pages" && list) return listCall(list, fetching.requests[0]?.parameters ?? {});
      return fetching.kind === "ids" && read ? readingOf(resource, read, state, fetching.ids[0]) : undefined;
    },
  };
}
