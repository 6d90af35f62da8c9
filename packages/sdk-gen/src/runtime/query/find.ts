import { ValidationError } from "../errors.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { issueOf } from "../validate/issue.js";
import { Query } from "./query.js";

const CLAUSES = ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"] as const;

/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring the query engine along.
 */
export function find<T>(
  context: ClientContext,
  spec: ResourceSpec,
  criteria: Readonly<Record<string, unknown>> | undefined,
  parents: Readonly<Record<string, unknown>> = {},
): Query<T> {
  let query = new Query<T>(context, spec, { parameters: parents });
  if (criteria === undefined) return query;
  const names = Object.keys(criteria);
  const isClause = (name: string): boolean => (CLAUSES as readonly string[]).includes(name);
  const clauses = names.filter(isClause);
  if (clauses.length === 0) return query.where(criteria as never);
  const field = names.find((name) => !isClause(name));
  if (field !== undefined) {
    const message = `stands beside ${clauses.join(", ")}: put field conditions into where`;
    throw new ValidationError([issueOf(undefined, field, "query", message)], `${spec.name}.find`);
  }
  for (const name of CLAUSES) {
    const value = criteria[name];
    if (value === undefined) continue;
    if (name === "populate") for (const one of [value].flat()) query = query.populate(String(one) as never);
    else if (name === "select" || name === "omit") query = query[name](...[value].flat().map(String));
    else query = query[name](value as never);
  }
  return query;
}
