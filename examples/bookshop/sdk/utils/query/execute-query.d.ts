import type { CallOptions } from "../client-options.js";
import { ClientError } from "../errors.js";
import type { Place, RecordOperation, ResourceSpec } from "../resource-spec.js";
import { type Call, type ClientContext } from "../send.js";
import type { QueryPlan, QueryState } from "./query-plan.js";
/** How much one query may cost before it stops. */
export interface Guard {
    /** Default 100. */
    readonly maxRequests: number;
    /** Records read, not records found. Default 10,000. */
    readonly maxRecords: number;
}
export declare const DEFAULT_GUARD: Guard;
/** The query would read more than its guard allows. The message holds the plan and what would help. */
export declare class QueryTooBroadError extends ClientError {
    readonly plan: QueryPlan;
    constructor(plan: QueryPlan, limit: string);
}
export interface Execution {
    readonly context: ClientContext;
    readonly options?: CallOptions | undefined;
    readonly guard: Guard;
}
/** Batches of whole records that meet the query, in its order, as soon as they are known: streaming unless they have to be sorted here. */
export declare function executeQuery(execution: Execution, resource: ResourceSpec, state: QueryState): AsyncGenerator<readonly unknown[]>;
/** How many records meet the query. The server's own total is believed when all of the first page's records meet it. */
export declare function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number>;
/** The call that reads one record. */
export declare function readingOf(resource: ResourceSpec, read: RecordOperation, state: QueryState, id: unknown): Call;
/** What a call answers at a place; `undefined` when there is nothing to answer with. */
export declare function dataOrNone(context: ClientContext, call: Call, reply?: Place): Promise<unknown>;
