import { ClientError, NotFoundError } from "../errors.js";
import { recordParameters } from "../record-parameters.js";
import { send } from "../send.js";
import { explainPlan } from "./explain.js";
import { inTurns } from "./in-turns.js";
import { toPredicate } from "./matches.js";
import { refuseMissing } from "./missing-parameters.js";
import { toOrder } from "./order.js";
import { planQuery } from "./push-down.js";
import { readPages } from "./read-pages.js";
import { valueAt } from "./value-at.js";
export const DEFAULT_GUARD = { maxRequests: 100, maxRecords: 10_000 };
/** The query would read more than its guard allows. The message holds the plan and what would help. */
export class QueryTooBroadError extends ClientError {
    plan;
    constructor(plan, limit) {
        super("QUERY_TOO_BROAD", `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes, add a limit, or raise the guard with options({ maxRequests, maxRecords }).`);
        this.plan = plan;
    }
}
/** Batches of whole records that meet the query, in its order, as soon as they are known: streaming unless they have to be sorted here. */
export async function* executeQuery(execution, resource, state) {
    const plan = planQuery(resource, state);
    refuseMissing(execution.context, plan);
    const { limit = Number.POSITIVE_INFINITY, skip } = state;
    const found = matching(execution, plan);
    const ordered = plan.sorted ? found : sortedHere(found, plan);
    let toSkip = plan.skipPushed ? 0 : skip;
    let given = 0;
    for await (const batch of ordered) {
        const skipped = Math.min(toSkip, batch.length);
        toSkip -= skipped;
        const wanted = batch.slice(skipped, skipped + limit - given);
        given += wanted.length;
        if (wanted.length > 0)
            yield wanted;
        if (given >= limit)
            return;
    }
}
/** How many records meet the query. The server's own total is believed when all of the first page's records meet it. */
export async function countQuery(execution, resource, state) {
    const plan = planQuery(resource, { ...state, sort: [], limit: undefined, skip: 0, select: undefined, populate: [] });
    refuseMissing(execution.context, plan);
    const [request, ...others] = plan.fetching.kind === "pages" ? plan.fetching.requests : [];
    if (plan.exact && request && others.length === 0 && resource.list) {
        const holds = state.where ? toPredicate(state.where, resource.schema) : () => true;
        const pages = readPages(execution.context, resource, resource.list, request.parameters, execution.options, () => undefined);
        for await (const { total, records } of pages) {
            if (total !== undefined && records.every(holds))
                return total;
            break;
        }
    }
    let count = 0;
    for await (const batch of matching(execution, plan))
        count += batch.length;
    return count;
}
/** Batches of records that meet the condition, each record once. */
async function* matching(execution, plan) {
    const { resource, state, fetching } = plan;
    const holds = state.where ? toPredicate(state.where, resource.schema) : () => true;
    if (fetching.kind === "none")
        return;
    if (fetching.kind === "ids") {
        const records = await readById(execution, resource, fetching.ids, state);
        yield records.filter(holds);
        return;
    }
    // Planned so: there is a list, or the plan would hold no pages.
    const list = resource.list;
    const seen = fetching.requests.length > 1 ? new Set() : undefined;
    let requests = 0;
    let records = 0;
    const onRequest = () => {
        requests += 1;
        if (requests > execution.guard.maxRequests)
            throw new QueryTooBroadError(plan, `${execution.guard.maxRequests} requests`);
    };
    for (const { parameters } of fetching.requests) {
        for await (const page of readPages(execution.context, resource, list, parameters, execution.options, onRequest)) {
            records += page.records.length;
            yield page.records.filter((record) => holds(record) && isNew(record, resource.id, seen));
            if (records > execution.guard.maxRecords)
                throw new QueryTooBroadError(plan, `${execution.guard.maxRecords} records`);
        }
    }
}
function isNew(record, id, seen) {
    if (!seen)
        return true;
    const key = id ? valueAt(record, id) : JSON.stringify(record);
    if (seen.has(key))
        return false;
    seen.add(key);
    return true;
}
async function* sortedHere(found, { resource, state }) {
    const order = toOrder(state.sort, resource.schema, resource.id);
    const most = state.limit === undefined ? Number.POSITIVE_INFINITY : state.limit + state.skip;
    let kept = [];
    for await (const batch of found) {
        kept.push(...batch);
        // Only what can still be among the first is kept, so memory follows the limit and not the list.
        if (kept.length > most * 2 + 1000)
            kept = kept.sort(order).slice(0, most);
    }
    yield kept.sort(order);
}
const CONCURRENCY = 6;
/** Absent records are left out. */
async function readById({ context, options }, resource, ids, state) {
    const { read } = resource;
    if (!read)
        return [];
    const records = await inTurns(ids, CONCURRENCY, async (id) => {
        try {
            const { data } = await send(context, {
                operation: read.operation,
                parameters: recordParameters(resource, read, state.parameters, id),
                options,
            });
            return valueAt(data, read.reply ?? []);
        }
        catch (error) {
            if (error instanceof NotFoundError)
                return undefined;
            throw error;
        }
    });
    return records.filter((record) => record !== undefined);
}
