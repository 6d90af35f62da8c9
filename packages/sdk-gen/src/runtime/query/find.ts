import type { ClientContext } from "../send.js";
import type { Criteria, FieldName, Selected, Selecting } from "./criteria.js";
import { Query } from "./query.js";
import type { QueriedResource } from "./query-draft.js";

/** The method `find` of a resource. */
export interface Find<T, R, L> {
  <K extends FieldName<T>>(criteria: Selecting<T, L, K>): Query<Selected<T, K>, R, L, T>;
  (criteria?: Criteria<T, L>): Query<T, R, L>;
}

/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring queries along.
 */
export function find<T>(
  context: ClientContext,
  resource: QueriedResource,
  criteria: Readonly<Record<string, unknown>> | undefined,
  parents: Readonly<Record<string, unknown>> = {},
): Query<T> {
  const found = criteria === undefined ? [] : [["find", criteria] as const];
  return new Query<T>({ context, resource, options: {}, clauses: [["params", parents], ...found] });
}
