import { ValidationError } from "../errors.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { issueOf } from "../validate/issue.js";
import type { Criteria, FieldName, Found } from "./criteria.js";
import { Query } from "./query.js";
import type { QueryOptions } from "./query-draft.js";
import { NO_CLAUSES } from "./query-plan.js";
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
