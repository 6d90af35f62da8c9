import type { CallOptions } from "../client-options.js";
import type { ResourceSpec } from "../resource-spec.js";
import { type ClientContext } from "../send.js";
import type { Where } from "./criteria.js";
import { type Guard } from "./execute-query.js";
import { type SortInput } from "./order.js";
import type { PlanStep, QueryPlan, QueryState, SubCriteria } from "./query-plan.js";
import type { Populated, RelationPath } from "./relations.js";
export interface QueryOptions extends CallOptions, Partial<Guard> {
}
export interface Explanation {
    /** For people. */
    readonly text: string;
    readonly fetching: QueryPlan["fetching"];
    readonly steps: readonly PlanStep[];
    /** Parameters that the list asks for and the query does not give: `params` takes them. */
    readonly missing: readonly string[];
}
/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew.
 */
export declare class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>> implements PromiseLike<T[]> {
    #private;
    constructor(context: ClientContext, resource: ResourceSpec, state?: Partial<QueryState>, options?: QueryOptions);
    /** Conditions that must hold beside those already there. @throws ValidationError */
    where(criteria: Where<T>): Query<T, R, L>;
    /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
    sort(order: SortInput): Query<T, R, L>;
    /** At most that many records; 0 gives none without asking. */
    limit(count: number): Query<T, R, L>;
    skip(count: number): Query<T, R, L>;
    /** Page number `page`, counted from 0. */
    paginate(page: number, size?: number): Query<T, R, L>;
    select(...fields: readonly string[]): Query<T, R, L>;
    omit(...fields: readonly string[]): Query<T, R, L>;
    /** Loads a relation, dotted for relations of relations. `sub` narrows what is loaded. @throws ValidationError that lists the relations there are */
    populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L>;
    /** Parameters of the list operation, as the description names them, given as they are. */
    params(parameters: Partial<L>): Query<T, R, L>;
    /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
    options(options: QueryOptions): Query<T, R, L>;
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    execute(): Promise<T[]>;
    then<A = T[], B = never>(done?: ((records: T[]) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    /** Record by record, fetched as they are needed. */
    [Symbol.asyncIterator](): AsyncGenerator<T>;
    first(): Promise<T | undefined>;
    /** Records that meet the conditions, whatever limit and skip say. */
    count(): Promise<number>;
    exists(): Promise<boolean>;
    /** Lists of `size` records. */
    pages(size?: number): AsyncGenerator<T[]>;
    /** What the server would do and what is done here, and why. Sends nothing. */
    explain(): Explanation;
    /** The first request as it would be sent, without credentials; `undefined` when none is needed. */
    toRequest(): Request | undefined;
}
