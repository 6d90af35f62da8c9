import { ValidationError } from "../errors.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import { buildRequest, type ClientContext } from "../send.js";
import { issueOf } from "../validate/issue.js";
import type {
  Criteria,
  FieldName,
  Found,
  Omitted,
  Selected,
  SortKey,
  SortObject,
  SortText,
  Where,
} from "./criteria.js";
import { fieldIn, invalidClause } from "./fields.js";
import { parseSort, type SortInput } from "./order.js";
import { parseWhere } from "./parse-where.js";
import {
  type Explanation,
  NO_CLAUSES,
  type QueryDraft,
  type QueryOptions,
  type QueryState,
  type SubCriteria,
} from "./query-plan.js";
import type { Populated, RelationPath } from "./relations.js";
import { countDraft, explainDraft, firstCall, runDraft } from "./run-query.js";

/**
 * A query on one resource. Methods return a new query and never change an existing one. `execute` and the other run methods send requests;
 * awaiting a query executes it, each time again. Invalid queries throw `ValidationError` immediately.
 */
export class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>, F = T>
  implements PromiseLike<T[]>
{
  readonly #draft: QueryDraft;

  constructor(draft: QueryDraft) {
    this.#draft = draft;
  }

  /** Internal. */
  get _draft(): QueryDraft {
    return this.#draft;
  }

  /** Adds conditions. @throws ValidationError */
  where(criteria: Where<F>): Query<T, R, L, F> {
    const { resource, state } = this.#draft;
    return this.#with({ where: parseWhere(criteria, resource, state.where) });
  }

  /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
  sort(order: SortKey<F> | SortObject<F> | readonly (SortKey<F> | SortObject<F>)[]): Query<T, R, L, F>;
  sort<S extends string>(order: SortText<F, S>): Query<T, R, L, F>;
  sort(order: unknown): Query<T, R, L, F> {
    return this.#with({ sort: parseSort(order as SortInput, this.#draft.resource) });
  }

  /** Maximum number of records. 0 sends no request. */
  limit(count: number): Query<T, R, L, F> {
    return this.#with({ limit: this.#whole("limit", count) });
  }

  skip(count: number): Query<T, R, L, F> {
    return this.#with({ skip: this.#whole("skip", count) });
  }

  /** Page number `page`, counted from 0. */
  paginate(page: number, size = 30): Query<T, R, L, F> {
    const limit = this.#whole("size", size);
    return this.#with({ skip: this.#whole("page", page) * limit, limit });
  }

  select<K extends FieldName<F>>(...fields: readonly K[]): Query<Selected<T, K, F, R>, R, L, F> {
    return this.#with({ select: this.#fields("select", fields) }) as never;
  }

  omit<K extends FieldName<F>>(...fields: readonly K[]): Query<Omitted<T, K>, R, L, F> {
    return this.#with({ omit: this.#fields("omit", fields) }) as never;
  }

  /** Loads a relation, dotted for relations of relations. `sub` filters the related records. @throws ValidationError that lists the relations */
  populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L, F>;
  populate(name: string | readonly string[], sub: SubCriteria = {}): unknown {
    const { context, resource, state } = this.#draft;
    const { populating } = resource;
    let { populate } = state;
    for (const one of [name].flat()) {
      if (!populating)
        throw invalidClause(resource.name, `populate.${name}`, "is not a relation: there are none", "populate");
      populate = populating.add(context, resource, populate, String(one), sub);
    }
    return this.#with({ populate });
  }

  /** Parameters of the list operation by their names in the description. */
  params(parameters: Partial<L>): Query<T, R, L, F> {
    return this.#with({ parameters: { ...this.#draft.state.parameters, ...parameters } });
  }

  /** Signal, timeout, retries, and the limits `maxRequests` and `maxRecords`. */
  options(options: QueryOptions): Query<T, R, L, F> {
    return new Query<T, R, L, F>({ ...this.#draft, options: { ...this.#draft.options, ...options } });
  }

  /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
  async execute(): Promise<T[]> {
    const records: T[] = [];
    for await (const record of this) records.push(record);
    return records;
  }

  /* oxlint-disable unicorn/no-thenable */
  // biome-ignore lint/suspicious/noThenProperty: a query can be awaited
  then<A = T[], B = never>(
    done?: ((records: T[]) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed);
  }

  /** Yields record by record, and fetches pages on demand. */
  [Symbol.asyncIterator](): AsyncGenerator<T> {
    return runDraft(this.#draft) as AsyncGenerator<T>;
  }

  async first(): Promise<T | undefined> {
    for await (const record of this.limit(1)) return record;
    return undefined;
  }

  /** Number of records that match the conditions, ignoring limit and skip. */
  count(): Promise<number> {
    return countDraft(this.#draft);
  }

  async exists(): Promise<boolean> {
    return (await this.first()) !== undefined;
  }

  /** Yields lists of `size` records. */
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

  /** Explains what the server does, what the client does, and why. Sends nothing. */
  explain(): Explanation {
    return explainDraft(this.#draft);
  }

  /** The first request, without credentials; `undefined` if the query needs none. */
  toRequest(): Request | undefined {
    const call = firstCall(this.#draft);
    return call && buildRequest(this.#draft.context, call);
  }

  #with(more: Partial<QueryState>): Query<T, R, L, F> {
    return new Query<T, R, L, F>({ ...this.#draft, state: { ...this.#draft.state, ...more } });
  }

  #whole(clause: string, count: number): number {
    if (Number.isInteger(count) && count >= 0) return count;
    throw invalidClause(this.#draft.resource.name, clause, "must be a whole number, 0 or more");
  }

  #fields(clause: string, fields: readonly unknown[]): Place[] {
    return fields.flat().map((name) => fieldIn(this.#draft.resource, clause, String(name)));
  }
}

/** The method `find` of a resource. */
export type Find<T, R, L> = <
  K extends FieldName<T> = never,
  O extends FieldName<T> = never,
  P extends RelationPath<R> = never,
>(
  criteria?: Criteria<T, L, K, O, P>,
  options?: QueryOptions,
) => Query<Found<T, R, K, O, P>, R, L, T>;

/** The clauses in the order in which they are collected. */
const CLAUSES = ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"] as const;

/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Separate from `Resource`, so that
 * bundles of resources without a list contain no queries.
 */
export function find<T, R, L>(
  context: ClientContext,
  resource: ResourceSpec,
  criteria: object = {},
  options: QueryOptions = {},
  parameters: Readonly<Record<string, unknown>> = {},
): Query<T, R, L> {
  let query = new Query<T, R, L>({ context, resource, options, state: { ...NO_CLAUSES, parameters } });
  const given = CLAUSES.filter((name) => Object.hasOwn(criteria, name));
  if (given.length === 0) return query.where(criteria as never);
  const field = Object.keys(criteria).find((name) => !(given as string[]).includes(name));
  if (field !== undefined) {
    const message = `stands beside ${given.join(", ")}: put it into where`;
    throw new ValidationError([issueOf(undefined, field, "query", message)], `${resource.name}.find`);
  }
  const values = criteria as Readonly<Record<string, unknown>>;
  for (const name of given)
    if (values[name] !== undefined) query = (query[name] as (value: unknown) => typeof query).call(query, values[name]);
  return query;
}
