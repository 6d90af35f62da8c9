import { ValidationError } from "../errors.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { issueOf } from "../validate/issue.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { parseSort, type SortInput } from "./order.js";
import { parseWhere } from "./parse-where.js";
import type { QueryState, SubCriteria } from "./query-plan.js";

/** A call of a method of a query. */
export type Clause = readonly [name: ClauseName, ...given: readonly unknown[]];

type ClauseName = "find" | "paginate" | "params" | "where" | "sort" | "limit" | "skip" | "select" | "omit" | "populate";

/** The subject of the clauses. */
interface Asked {
  readonly context: ClientContext;
  readonly resource: ResourceSpec;
}

type Collect = (asked: Asked, before: QueryState, ...given: never[]) => Partial<QueryState>;

export const NO_CLAUSES: QueryState = {
  sort: [],
  skip: 0,
  omit: [],
  populate: [],
  parameters: {},
};

/** Collects clauses into a state. @throws ValidationError for the first invalid clause */
export function collectClauses(asked: Asked, clauses: readonly Clause[], before: QueryState): QueryState {
  let state = before;
  for (const [name, ...given] of clauses) state = { ...state, ...CLAUSES[name](asked, state, ...(given as never[])) };
  return state;
}

type Names = string | readonly string[];

const CLAUSES: Readonly<Record<ClauseName, Collect>> = {
  find: collectCriteria,
  paginate({ resource }, _, page: unknown, size: unknown) {
    const limit = whole(resource, "size", size);
    return { skip: whole(resource, "page", page) * limit, limit };
  },
  params: (_, { parameters }, more: QueryState["parameters"]) => ({ parameters: { ...parameters, ...more } }),
  where({ resource }, { where }, criteria: unknown) {
    const added = parseWhere(criteria, resource);
    if (added.kind === "and" && added.of.length === 0) return {};
    return { where: where ? { kind: "and", of: [where, added] } : added };
  },
  sort: ({ resource }, _, order: SortInput) => ({ sort: parseSort(order, resource) }),
  limit: ({ resource }, _, count: unknown) => ({ limit: whole(resource, "limit", count) }),
  skip: ({ resource }, _, count: unknown) => ({ skip: whole(resource, "skip", count) }),
  select: ({ resource }, _, ...fields: Names[]) => ({
    select: fields.flat().map((name) => fieldIn(resource, "select", String(name))),
  }),
  omit: ({ resource }, _, ...fields: Names[]) => ({
    omit: fields.flat().map((name) => fieldIn(resource, "omit", String(name))),
  }),
  populate({ context, resource }, { populate }, name: Names, sub: SubCriteria = {}) {
    const { populating } = resource;
    const names = [name].flat();
    if (populating)
      return {
        populate: names.reduce((steps, one) => populating.add(context, resource, steps, String(one), sub), populate),
      };
    if (names.length === 0) return {};
    throw invalidClause(resource.name, `populate.${name}`, "is not a relation: there are none", "populate");
  },
};

/** The clauses of `find`, in the order in which they are collected. */
const CRITERIA: readonly ClauseName[] = (Object.keys(CLAUSES) as ClauseName[]).filter(
  (name) => name !== "find" && name !== "paginate",
);

function whole({ name }: ResourceSpec, clause: string, count: unknown): number {
  if (Number.isInteger(count) && (count as number) >= 0) return count as number;
  throw invalidClause(name, clause, "must be a whole number, 0 or more");
}

/** Conditions, or clauses: `{ where, sort, limit, skip, select, omit, populate, params }`. */
function collectCriteria(asked: Asked, before: QueryState, criteria: Readonly<Record<string, unknown>>): QueryState {
  const given = CRITERIA.filter((name) => Object.hasOwn(criteria, name));
  if (given.length === 0) return collectClauses(asked, [["where", criteria]], before);
  const field = Object.keys(criteria).find((name) => !given.includes(name as ClauseName));
  if (field !== undefined) {
    const message = `stands beside ${given.join(", ")}: put it into where`;
    throw new ValidationError([issueOf(undefined, field, "query", message)], `${asked.resource.name}.find`);
  }
  const clauses = given.map((name): Clause => [name, criteria[name]]).filter(([, value]) => value !== undefined);
  return collectClauses(asked, clauses, before);
}
