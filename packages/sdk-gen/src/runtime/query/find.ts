import { ValidationError } from "../errors.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Where } from "./criteria.js";
import { Query } from "./query.js";

const CLAUSES = new Set(["where", "sort", "limit", "skip", "select", "omit", "populate", "params"]);

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
  const query = new Query<T>(context, spec, { parameters: parents });
  if (criteria === undefined) return query;
  const names = Object.keys(criteria);
  const clauses = names.filter((name) => CLAUSES.has(name));
  if (clauses.length === 0) return query.where(criteria as Where<T>);
  const field = names.find((name) => !CLAUSES.has(name));
  if (field === undefined) return withClauses(query, criteria);
  const message = `stands beside ${clauses.join(", ")}: put field conditions into where`;
  throw new ValidationError([{ path: `/${field}`, field, keyword: "query", message }], `${spec.name}.find`);
}

function withClauses<T>(
  query: Query<T>,
  { where, sort, limit, skip, select, omit, populate, params }: Readonly<Record<string, unknown>>,
): Query<T> {
  let result = query;
  if (params !== undefined) result = result.params(params as Readonly<Record<string, unknown>>);
  if (where !== undefined) result = result.where(where as Where<T>);
  if (sort !== undefined) result = result.sort(sort as string);
  if (limit !== undefined) result = result.limit(limit as number);
  if (skip !== undefined) result = result.skip(skip as number);
  if (select !== undefined) result = result.select(...[select].flat().map(String));
  if (omit !== undefined) result = result.omit(...[omit].flat().map(String));
  for (const name of populate === undefined ? [] : [populate].flat()) result = result.populate(String(name) as never);
  return result;
}
