import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { NO_CLAUSES } from "./collect-clauses.js";
import type { Criteria, FieldName, Found } from "./criteria.js";
import { Query } from "./query.js";
import type { QueryOptions } from "./query-draft.js";
import type { RelationPath } from "./relations.js";

/** The method `find` of a resource. */
export type Find<T, R, L> = <
  K extends FieldName<T> = never,
  O extends FieldName<T> = never,
  P extends RelationPath<R> = never,
>(
  criteria?: Criteria<T, L, K, O, P>,
  options?: QueryOptions,
) => Query<Found<T, R, K, O, P>, R, L, T>;

/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Separate from `Resource`, so that
 * bundles of resources without a list contain no queries.
 */
export function find<T, R, L>(
  context: ClientContext,
  resource: ResourceSpec,
  criteria: object | undefined,
  options: QueryOptions = {},
  parents: Readonly<Record<string, unknown>> = {},
): Query<T, R, L> {
  const state = { ...NO_CLAUSES, parameters: parents };
  return new Query<T, R, L>({ context, resource, options, state }, criteria === undefined ? [] : [["find", criteria]]);
}
