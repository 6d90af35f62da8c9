import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { Query } from "./query.js";
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring the query engine along.
 */
export declare function find<T>(context: ClientContext, spec: ResourceSpec, criteria: Readonly<Record<string, unknown>> | undefined, parents?: Readonly<Record<string, unknown>>): Query<T>;
