import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { NO_CLAUSES } from "./collect-clauses.js";
import type { Criteria, FieldName, Selected, Selecting } from "./criteria.js";
import { Query } from "./query.js";

/** The method `find` of a resource. */
export interface Find<T, R, L> {
  <K extends FieldName<T>>(criteria: Selecting<T, L, K>): Query<Selected<T, K>, R, L, T>;
  (criteria?: Criteria<T, L>): Query<T, R, L>;
}

/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Separate from `Resource`, so that
 * bundles of resources without a list contain no queries.
 */
export function find<T, R, L>(
  context: ClientContext,
  resource: ResourceSpec,
  criteria: object | undefined,
  parents: Readonly<Record<string, unknown>> = {},
): Query<T, R, L> {
  const state = { ...NO_CLAUSES, parameters: parents };
  return new Query<T, R, L>(
    { context, resource, options: {}, state },
    criteria === undefined ? [] : [["find", criteria]],
  );
}
