import { ValidationError } from "../errors.js";
import { issueOf } from "../validate/issue.js";
import { Query } from "./query.js";
const CLAUSES = ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"];
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring the query engine along.
 */
export function find(context, spec, criteria, parents = {}) {
    let query = new Query(context, spec, { parameters: parents });
    if (criteria === undefined)
        return query;
    const names = Object.keys(criteria);
    const isClause = (name) => CLAUSES.includes(name);
    const clauses = names.filter(isClause);
    if (clauses.length === 0)
        return query.where(criteria);
    const field = names.find((name) => !isClause(name));
    if (field !== undefined) {
        const message = `stands beside ${clauses.join(", ")}: put field conditions into where`;
        throw new ValidationError([issueOf(undefined, field, "query", message)], `${spec.name}.find`);
    }
    for (const name of CLAUSES) {
        const value = criteria[name];
        if (value === undefined)
            continue;
        if (name === "populate")
            for (const one of [value].flat())
                query = query.populate(String(one));
        else if (name === "select" || name === "omit")
            query = query[name](...[value].flat().map(String));
        else
            query = query[name](value);
    }
    return query;
}
