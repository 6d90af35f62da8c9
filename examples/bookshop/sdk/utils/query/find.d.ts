import type { ClientContext } from "../send.js";
import { Query } from "./query.js";
import type { QueriedResource } from "./query-draft.js";
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring queries along.
 */
export declare function find<T>(context: ClientContext, resource: QueriedResource, criteria: Readonly<Record<string, unknown>> | undefined, parents?: Readonly<Record<string, unknown>>): Query<T>;
