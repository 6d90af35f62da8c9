import { buildRequest, send } from "../send.js";
import type { Clause } from "./collect-clauses.js";
import type { FieldName, Omitted, Selected, SortKey, SortObject, SortText, Where } from "./criteria.js";
import type { QueryDraft, QueryOptions } from "./query-draft.js";
import type { Explanation, SubCriteria } from "./query-plan.js";
import type { Populated, RelationPath } from "./relations.js";

/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew. Invalid queries throw
 * `ValidationError` immediately.
 */
export class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>, F = T>
  implements PromiseLike<T[]>
{
  readonly #draft: QueryDraft;

  constructor(draft: QueryDraft) {
    this.#draft = draft.resource.queries.collect(draft);
  }

  /** For code of the client itself. */
  get _draft(): QueryDraft {
    return this.#draft;
  }

  /** Conditions that must hold beside those already there. @throws ValidationError */
  where(criteria: Where<F>): Query<T, R, L, F> {
    return this.#with("where", criteria);
  }

  /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
  sort(order: SortKey<F> | SortObject<F> | readonly (SortKey<F> | SortObject<F>)[]): Query<T, R, L, F>;
  sort<S extends string>(order: SortText<F, S>): Query<T, R, L, F>;
  sort(order: unknown): Query<T, R, L, F> {
    return this.#with("sort", order);
  }

  /** At most that many records; 0 gives none without asking. */
  limit(count: number): Query<T, R, L, F> {
    return this.#with("limit", count);
  }

  skip(count: number): Query<T, R, L, F> {
    return this.#with("skip", count);
  }

  /** Page number `page`, counted from 0. */
  paginate(page: number, size = 30): Query<T, R, L, F> {
    return this.#with("paginate", page, size);
  }

  select<K extends FieldName<F>>(...fields: readonly K[]): Query<Selected<T, K, F, R>, R, L, F> {
    return this.#with("select", ...fields) as never;
  }

  omit<K extends FieldName<F>>(...fields: readonly K[]): Query<Omitted<T, K>, R, L, F> {
    return this.#with("omit", ...fields) as never;
  }

  /** Loads a relation, dotted for relations of relations. `sub` narrows what is loaded. @throws ValidationError that lists the relations there are */
  populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L, F>;
  populate(name: string, sub?: SubCriteria): unknown {
    return this.#with("populate", name, sub);
  }

  /** Parameters of the list operation, as the description names them, given as they are. */
  params(parameters: Partial<L>): Query<T, R, L, F> {
    return this.#with("params", parameters);
  }

  /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
  options(options: QueryOptions): Query<T, R, L, F> {
    return new Query<T, R, L, F>({ ...this.#draft, options: { ...this.#draft.options, ...options } });
  }

  /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
  async execute(): Promise<T[]> {
    const records: T[] = [];
    for await (const record of this) records.push(record);
    return records;
  }

  // biome-ignore lint/suspicious/noThenProperty: a query can be awaited
  then<A = T[], B = never>(
    done?: ((records: T[]) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed);
  }

  /** Record by record, fetched as they are needed. */
  [Symbol.asyncIterator](): AsyncGenerator<T> {
    return this.#draft.resource.queries.run(this.#draft, send) as AsyncGenerator<T>;
  }

  async first(): Promise<T | undefined> {
    for await (const record of this.limit(1)) return record;
    return undefined;
  }

  /** Records that meet the conditions, whatever limit and skip say. */
  count(): Promise<number> {
    return this.#draft.resource.queries.count(this.#draft, send);
  }

  async exists(): Promise<boolean> {
    return (await this.first()) !== undefined;
  }

  /** Lists of `size` records. */
  async *pages(size = 100): AsyncGenerator<T[]> {
    let page: T[] = [];
    for await (const record of this) {
      page.push(record);
      if (page.length < size) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** What the server would do and what is done here, and why. Sends nothing. */
  explain(): Explanation {
    return this.#draft.resource.queries.explain(this.#draft);
  }

  /** The first request as it would be sent, without credentials; `undefined` when none is needed. */
  toRequest(): Request | undefined {
    const call = this.#draft.resource.queries.firstCall(this.#draft);
    return call && buildRequest(this.#draft.context, call);
  }

  #with(...clause: Clause): Query<T, R, L, F> {
    return new Query<T, R, L, F>({ ...this.#draft, clauses: [...this.#draft.clauses, clause] });
  }
}
