import type { CallOptions } from "../client-options.js";
import type { Place, RecordOperation, ResourceSpec } from "../resource-spec.js";
import type { Answer, Call, ClientContext } from "../send.js";
import type { Populating } from "./populating.js";
import type { Guard } from "./query-draft.js";
import type { QueryState } from "./query-plan.js";
/** What sends calls: handed over, so that files of the engine do not import it and bundlers can keep it as it is. */
export type Send = (context: ClientContext, call: Call) => Promise<Answer>;
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
export declare function executeQuery(execution: Execution, resource: ResourceSpec, state: QueryState): AsyncGenerator<readonly unknown[]>;
/** How many records meet the query. The server's own total is believed when all of the first page's records meet it. */
export declare function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number>;
/** The call that reads one record. */
export declare function readingOf(resource: ResourceSpec, read: RecordOperation, state: QueryState, id: unknown): Call;
/** What a call answers at a place; `undefined` when there is nothing to answer with. */
export declare function dataOrNone({ context, send, options }: QueryRun, call: Call, reply?: Place): Promise<unknown>;
