import { ValidationError } from "../errors.js";
import { Query } from "./query.js";
const CLAUSES = new Set(["where", "sort", "limit", "skip", "select", "omit", "populate", "params"]);
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring the query engine along.
 */
export function find(context, spec, criteria, parents = {}) {
    const query = new Query(context, spec, { parameters: parents });
    if (criteria === undefined)
        return query;
    const names = Object.keys(criteria);
    const clauses = names.filter((name) => CLAUSES.has(name));
    if (clauses.length === 0)
        return query.where(criteria);
    const field = names.find((name) => !CLAUSES.has(name));
    if (field === undefined)
        return withClauses(query, criteria);
    const message = `stands beside ${clauses.join(", ")}: put field conditions into where`;
    throw new ValidationError([{ path: `/${field}`, field, keyword: "query", message }], `${spec.name}.find`);
}
function withClauses(query, { where, sort, limit, skip, select, omit, populate, params }) {
    let result = query;
    if (params !== undefined)
        result = result.params(params);
    if (where !== undefined)
        result = result.where(where);
    if (sort !== undefined)
        result = result.sort(sort);
    if (limit !== undefined)
        result = result.limit(limit);
    if (skip !== undefined)
        result = result.skip(skip);
    if (select !== undefined)
        result = result.select(...[select].flat().map(String));
    if (omit !== undefined)
        result = result.omit(...[omit].flat().map(String));
    for (const name of populate === undefined ? [] : [populate].flat())
        result = result.populate(String(name));
    return result;
}
