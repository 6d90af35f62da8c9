import { collectClauses } from "./collect-clauses.js";
import { countQuery, readingOf } from "./execute-query.js";
import { explainPlan } from "./explain.js";
import { missingParameters } from "./missing-parameters.js";
import { planQuery } from "./push-down.js";
import { runQuery } from "./run-query.js";
/** @param populating what loads relations, of resources that have some */
export function engineWith(populating) {
    const stateOf = ({ context, resource, clauses, state }) => collectClauses({ context, resource, populating }, clauses, state);
    const execution = ({ context, options: all }, send) => {
        const { maxRequests = 100, maxRecords = 10_000, ...options } = all;
        return { context, send, options, guard: { maxRequests, maxRecords }, populating };
    };
    return {
        collect: (draft) => ({ ...draft, state: stateOf(draft), clauses: [] }),
        run: (draft, send) => runQuery(execution(draft, send), draft.resource, stateOf(draft)),
        count: (draft, send) => countQuery(execution(draft, send), draft.resource, stateOf(draft)),
        explain(draft) {
            const { context, resource } = draft;
            const plan = planQuery(resource, stateOf(draft));
            const steps = [...plan.steps, ...(populating?.explain(context, resource, plan.state.populate) ?? [])];
            const missing = missingParameters(context, plan);
            return { text: explainPlan({ ...plan, steps }, missing), fetching: plan.fetching, steps, missing };
        },
        firstCall(draft) {
            const { resource, fetching, state } = planQuery(draft.resource, stateOf(draft));
            const { list, read } = resource;
            if (fetching.kind === "pages" && list)
                return { operation: list.operation, ...fetching.requests[0] };
            return fetching.kind === "ids" && read ? readingOf(resource, read, state, fetching.ids[0]) : undefined;
        },
    };
}
