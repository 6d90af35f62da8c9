import { issueOf, ValidationError } from "./handed-over.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
/** Those that `find` takes in one object, in the order in which they are looked at. */
const CRITERIA = ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"];
const EMPTY = {
    where: undefined,
    sort: [],
    limit: undefined,
    skip: 0,
    select: undefined,
    omit: [],
    populate: [],
    parameters: {},
};
/** What a query asks for, clause after clause. @throws ValidationError for the first that the resource cannot be asked */
export function collectClauses(asked, clauses, before = EMPTY) {
    let state = before;
    for (const [name, ...given] of clauses)
        state = { ...state, ...CLAUSES[name](asked, state, ...given) };
    return state;
}
const CLAUSES = {
    find: collectCriteria,
    where({ resource }, { where }, criteria) {
        const added = parseWhere(criteria, resource.schema, resource.name);
        return { where: where ? { kind: "and", of: [where, added] } : added };
    },
    sort: ({ resource }, _, order) => ({ sort: parseSort(order, resource) }),
    limit: ({ resource }, _, count) => ({ limit: whole(resource, "limit", count) }),
    skip: ({ resource }, _, count) => ({ skip: whole(resource, "skip", count) }),
    paginate({ resource }, _, page, size) {
        const limit = whole(resource, "size", size);
        return { skip: whole(resource, "page", page) * limit, limit };
    },
    select: ({ resource }, _, ...fields) => ({
        select: fields.map((name) => fieldIn(resource, "select", name)),
    }),
    omit: ({ resource }, _, ...fields) => ({ omit: fields.map((name) => fieldIn(resource, "omit", name)) }),
    populate({ context, resource, populating }, { populate }, name, sub = {}) {
        if (populating)
            return { populate: populating.add(context, resource, populate, name, sub) };
        const message = "is not a relation: the description shows none here";
        throw invalidClause(resource.name, `populate.${name}`, message, "populate");
    },
    params: (_, { parameters }, more) => ({ parameters: { ...parameters, ...more } }),
};
function whole({ name }, clause, count) {
    if (Number.isInteger(count) && count >= 0)
        return count;
    throw invalidClause(name, clause, "must be a whole number, 0 or more");
}
/** Conditions, or clauses: `{ where, sort, limit, skip, select, omit, populate, params }`. */
function collectCriteria(asked, before, criteria) {
    const names = Object.keys(criteria);
    const isClause = (name) => CRITERIA.includes(name);
    const clauses = names.filter(isClause);
    if (clauses.length === 0)
        return collectClauses(asked, [["where", criteria]], before);
    const field = names.find((name) => !isClause(name));
    if (field !== undefined) {
        const message = `stands beside ${clauses.join(", ")}: put field conditions into where`;
        throw new ValidationError([issueOf(undefined, field, "query", message)], `${asked.resource.name}.find`);
    }
    const called = CRITERIA.flatMap((name) => {
        const value = criteria[name];
        if (value === undefined)
            return [];
        if (name === "populate")
            return [value].flat().map((one) => [name, String(one)]);
        return name === "select" || name === "omit" ? [[name, ...[value].flat().map(String)]] : [[name, value]];
    });
    return collectClauses(asked, called, before);
}
