import { Query } from "./query.js";
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring queries along.
 */
export function find(context, resource, criteria, parents = {}) {
    const found = criteria === undefined ? [] : [["find", criteria]];
    return new Query({ context, resource, options: {}, clauses: [["params", parents], ...found] });
}
