import { ClientError } from "../errors.js";
import type { Criteria, FieldName, Found } from "../query/criteria.js";
import { countedState } from "../query/execute-query.js";
import { type Find, Query } from "../query/query.js";
import type { PopulateStep } from "../query/query-plan.js";
import type { RelationPath } from "../query/relations.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { cacheKey, type ListOptionsOf, type TanstackQuery } from "../tanstack-query/tanstack-queries.js";
import { type PageStart, type QueryPage, queryPage } from "./query-page.js";

/** Options for `useInfiniteQuery` and its like. */
export interface TanstackInfiniteQuery<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal; pageParam: PageStart | null }) => Promise<QueryPage<T>>;
  initialPageParam: PageStart | null;
  getNextPageParam: (page: QueryPage<T>) => PageStart | null;
  retry: false;
}

/** A list. Takes a query, or the arguments of `find`. */
export type ListOptions<F> = F extends Find<infer T, infer R, infer L> ? Listed<T, R, L> : never;

/** A list that can page. */
export type PagedOptions<F> = F extends Find<infer T, infer R, infer L> ? Paged<T, R, L> : never;

interface Listed<T, R, L> {
  queryOptions<A, B, C, D>(query: Query<A, B, C, D>): TanstackQuery<A[]>;
  queryOptions<K extends FieldName<T> = never, O extends FieldName<T> = never, P extends RelationPath<R> = never>(
    criteria?: Criteria<T, L, K, O, P>,
  ): TanstackQuery<Found<T, R, K, O, P>[]>;
  /** The number of records that match, whatever the limit and the skip. */
  countOptions<A, B, C, D>(query: Query<A, B, C, D>): TanstackQuery<number>;
  countOptions(criteria?: Criteria<T, L, FieldName<T>, FieldName<T>, RelationPath<R>>): TanstackQuery<number>;
}

interface Paged<T, R, L> extends Listed<T, R, L> {
  /** `limit` is the size of a page. */
  infiniteQueryOptions<A, B, C, D>(query: Query<A, B, C, D>): TanstackInfiniteQuery<A>;
  infiniteQueryOptions<
    K extends FieldName<T> = never,
    O extends FieldName<T> = never,
    P extends RelationPath<R> = never,
  >(criteria?: Criteria<T, L, K, O, P>): TanstackInfiniteQuery<Found<T, R, K, O, P>>;
}

/** Options of a list, from a query or the arguments of `find`. */
export const listOptions: ListOptionsOf = (isPaged, find, key) => {
  const queryOf = (given: readonly unknown[]): Query => (given[0] instanceof Query ? given[0] : find(...given));
  const keyOf = (query: Query, kind: string): readonly unknown[] => {
    const { state, context, resource } = query._draft;
    const [, name] = key;
    if (resource.name !== name)
      throw new ClientError(
        "QUERY_OF_OTHER_RESOURCE",
        `The query asks ${resource.name}, and the options are those of ${name}. Take the options of ${resource.name}.`,
      );
    const told = kind === "count" ? countedState(state) : state;
    const reads = [...readBy(context, resource, told.populate)];
    return [...key, cacheKey({ ...told, reads }), kind];
  };
  const optionsOf = <T, C extends { readonly signal: AbortSignal }>(
    given: readonly unknown[],
    kind: string,
    run: (query: Query, context: C) => Promise<T>,
  ) => {
    let query: Query;
    try {
      query = queryOf(given);
    } catch (error) {
      // Hooks are called while a page renders, and an exception there takes the page down.
      const queryKey = [...key, cacheKey(given), "invalid"];
      return { queryKey, queryFn: (): Promise<never> => Promise.reject(error), retry: false as const };
    }
    return {
      queryKey: keyOf(query, kind),
      queryFn: async (context: C): Promise<T> => run(query.options({ signal: context.signal }), context),
      retry: false as const,
    };
  };
  const queryOptions = (...given: unknown[]): TanstackQuery<unknown> =>
    optionsOf(given, "list", async (query) => query);
  const countOptions = (...given: unknown[]): TanstackQuery<number> =>
    optionsOf(given, "count", async (query) => {
      // StrictMode mounts twice. The first query is cancelled at once, so it sends nothing.
      await Promise.resolve();
      return query.count();
    });
  if (!isPaged) return { queryOptions, countOptions };
  const infiniteQueryOptions = (...given: unknown[]): TanstackInfiniteQuery<unknown> => ({
    ...optionsOf(given, "pages", (query, { pageParam }: { signal: AbortSignal; pageParam: PageStart | null }) =>
      queryPage(query, pageParam),
    ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
  return { queryOptions, countOptions, infiniteQueryOptions };
};

/** The resources that `populate` reads. */
function readBy(
  context: ClientContext,
  { relations = {} }: ResourceSpec,
  steps: readonly PopulateStep[],
  found: Set<string> = new Set(),
): Set<string> {
  for (const { name, next } of steps) {
    const relation = relations[name];
    const target = relation && "resource" in relation ? relation.resource : undefined;
    if (target === undefined) continue;
    found.add(target);
    const spec = context.resources.find((resource) => resource.spec?.name === target)?.spec;
    if (spec) readBy(context, spec, next, found);
  }
  return found;
}
