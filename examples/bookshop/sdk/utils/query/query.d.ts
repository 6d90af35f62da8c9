import type { Where } from "./criteria.js";
import type { SortInput } from "./order.js";
import type { QueryDraft, QueryOptions } from "./query-draft.js";
import type { Explanation, SubCriteria } from "./query-plan.js";
import type { Populated, RelationPath } from "./relations.js";
/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew. What cannot be asked is a
 * ValidationError at once; where the engine is still being loaded, when the query is run.
 */
export declare class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>> implements PromiseLike<T[]> {
    #private;
    constructor(draft: QueryDraft);
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
    /** Loads what runs queries, where that is apart, as in bundles of pages. Elsewhere it is there. @throws ClientError FILE_NOT_LOADED */
    ready(): Promise<void>;
    /** What the server would do and what is done here, and why. Sends nothing. @throws ClientError NOT_READY before `ready` */
    explain(): Explanation;
    /** The first request as it would be sent, without credentials; `undefined` when none is needed. @throws ClientError NOT_READY before `ready` */
    toRequest(): Request | undefined;
}
