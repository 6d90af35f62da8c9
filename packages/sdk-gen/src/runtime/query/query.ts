import type { CallOptions } from "../client-options.js";
import type { ResourceSpec } from "../resource-spec.js";
import { buildRequest, type ClientContext } from "../send.js";
import type { Condition } from "./condition.js";
import type { Where } from "./criteria.js";
import { countQuery, DEFAULT_GUARD, type Execution, type Guard, readingOf } from "./execute-query.js";
import { explainPlan } from "./explain.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { parseSort, type SortInput } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { planQuery } from "./push-down.js";
import type { PlanStep, QueryPlan, QueryState, SubCriteria } from "./query-plan.js";
import type { Populated, RelationPath } from "./relations.js";
import { runQuery } from "./run-query.js";

export interface QueryOptions extends CallOptions, Partial<Guard> {}

export interface Explanation {
  /** For people. */
  readonly text: string;
  readonly fetching: QueryPlan["fetching"];
  readonly steps: readonly PlanStep[];
  /** Parameters that the list asks for and the query does not give: `params` takes them. */
  readonly missing: readonly string[];
}

const EMPTY: QueryState = {
  where: undefined,
  sort: [],
  limit: undefined,
  skip: 0,
  select: undefined,
  omit: [],
  populate: [],
  parameters: {},
};

/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew.
 */
export class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>>
  implements PromiseLike<T[]>
{
  readonly #context: ClientContext;
  readonly #resource: ResourceSpec;
  readonly #state: QueryState;
  readonly #options: QueryOptions;

  constructor(
    context: ClientContext,
    resource: ResourceSpec,
    state: Partial<QueryState> = {},
    options: QueryOptions = {},
  ) {
    this.#context = context;
    this.#resource = resource;
    this.#state = { ...EMPTY, ...state };
    this.#options = options;
  }

  /** Conditions that must hold beside those already there. @throws ValidationError */
  where(criteria: Where<T>): Query<T, R, L> {
    const added = parseWhere(criteria, this.#resource.schema, this.#resource.name);
    const { where } = this.#state;
    const both: Condition = where ? { kind: "and", of: [where, added] } : added;
    return this.#with({ where: both });
  }

  /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
  sort(order: SortInput): Query<T, R, L> {
    return this.#with({ sort: parseSort(order, this.#resource) });
  }

  /** At most that many records; 0 gives none without asking. */
  limit(count: number): Query<T, R, L> {
    return this.#with({ limit: this.#whole("limit", count) });
  }

  skip(count: number): Query<T, R, L> {
    return this.#with({ skip: this.#whole("skip", count) });
  }

  /** Page number `page`, counted from 0. */
  paginate(page: number, size = 30): Query<T, R, L> {
    return this.skip(this.#whole("page", page) * this.#whole("size", size)).limit(size);
  }

  select(...fields: readonly string[]): Query<T, R, L> {
    return this.#with({ select: fields.map((name) => fieldIn(this.#resource, "select", name)) });
  }

  omit(...fields: readonly string[]): Query<T, R, L> {
    return this.#with({ omit: fields.map((name) => fieldIn(this.#resource, "omit", name)) });
  }

  /** Loads a relation, dotted for relations of relations. `sub` narrows what is loaded. @throws ValidationError that lists the relations there are */
  populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L>;
  populate(name: string, sub: SubCriteria = {}): unknown {
    const { populating, name: resource } = this.#resource;
    if (!populating) {
      const message = "is not a relation: the description shows none here";
      throw invalidClause(resource, `populate.${name}`, message, "populate");
    }
    return this.#with({ populate: populating.add(this.#context, this.#resource, this.#state.populate, name, sub) });
  }

  /** Parameters of the list operation, as the description names them, given as they are. */
  params(parameters: Partial<L>): Query<T, R, L> {
    return this.#with({ parameters: { ...this.#state.parameters, ...parameters } });
  }

  /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
  options(options: QueryOptions): Query<T, R, L> {
    return new Query<T, R, L>(this.#context, this.#resource, this.#state, { ...this.#options, ...options });
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
    return runQuery(this.#execution(), this.#resource, this.#state) as AsyncGenerator<T>;
  }

  async first(): Promise<T | undefined> {
    for await (const record of this.limit(1)) return record;
    return undefined;
  }

  /** Records that meet the conditions, whatever limit and skip say. */
  count(): Promise<number> {
    return countQuery(this.#execution(), this.#resource, this.#state);
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
    const plan = planQuery(this.#resource, this.#state);
    const { populating, list } = this.#resource;
    const loading = populating?.explain(this.#context, this.#resource, this.#state.populate) ?? [];
    const steps = [...plan.steps, ...loading];
    const missing = list?.needing?.missing(this.#context, plan) ?? [];
    return { text: explainPlan({ ...plan, steps }, missing), fetching: plan.fetching, steps, missing };
  }

  /** The first request as it would be sent, without credentials; `undefined` when none is needed. */
  toRequest(): Request | undefined {
    const { fetching } = planQuery(this.#resource, this.#state);
    const { list, read } = this.#resource;
    if (fetching.kind === "pages" && list)
      return buildRequest(this.#context, { operation: list.operation, ...fetching.requests[0] });
    return fetching.kind === "ids" && read
      ? buildRequest(this.#context, readingOf(this.#resource, read, this.#state, fetching.ids[0]))
      : undefined;
  }

  #execution(): Execution {
    const {
      maxRequests = DEFAULT_GUARD.maxRequests,
      maxRecords = DEFAULT_GUARD.maxRecords,
      ...options
    } = this.#options;
    return { context: this.#context, options, guard: { maxRequests, maxRecords } };
  }

  #with(change: Partial<QueryState>): Query<T, R, L> {
    return new Query<T, R, L>(this.#context, this.#resource, { ...this.#state, ...change }, this.#options);
  }

  #whole(clause: string, count: number): number {
    if (Number.isInteger(count) && count >= 0) return count;
    throw invalidClause(this.#resource.name, clause, "must be a whole number, 0 or more");
  }
}
