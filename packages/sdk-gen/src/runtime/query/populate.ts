import { ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { Place, RelationSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { thereAre } from "../validate/issue.js";
import { valueAt } from "../value-at.js";
import type { Execution } from "./execute-query.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { isWhole, type PopulateStep, type QueryState } from "./query-plan.js";

/** The execution, with a function that runs a query on another resource. */
export interface Loading extends Execution {
  readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}

/** Loads one kind of relation. A resource imports the loaders that its relations need. */
export interface Loader {
  readonly load: (
    loading: Loading,
    relation: never,
    records: readonly unknown[],
    step: PopulateStep,
    resource: ResourceSpec,
  ) => Promise<readonly unknown[]>;
  /** Says how the relation is loaded. */
  readonly explain: (relation: never, target: ResourceSpec | undefined) => string;
}

/** Loads relations: each distinct key once, missing targets as `null`. Returns copies of the records. */
export async function populateAll(
  loading: Loading,
  resource: ResourceSpec,
  records: readonly unknown[],
  steps: readonly PopulateStep[],
): Promise<readonly unknown[]> {
  let result = records;
  for (const step of steps) {
    const relation = relationOf(resource, step.name);
    result = await relation.loader.load(loading, relation as never, result, step, resource);
  }
  return result;
}

/** @throws ValidationError that lists the relations */
export function relationOf({ relations = {}, name: resource }: ResourceSpec, name: string): RelationSpec {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation) return relation;
  throw invalidRelation(name, `is not a relation${thereAre(Object.keys(relations))}`, resource);
}

/** @throws ValidationError if the client was created without the resource */
export function relatedResource({ resources }: ClientContext, resource: string, relation: string): ResourceSpec {
  const target = resources.find(({ spec }) => spec?.name === resource)?.spec;
  if (target) return target;
  const message = `needs the resource ${resource}: give it to the constructor, { resources: [...] }`;
  throw invalidRelation(relation, message);
}

export function invalidRelation(name: string, message: string, resource?: string): ValidationError {
  const issue = { path: `/populate/${name}`, field: `populate.${name}`, keyword: "populate", message };
  return new ValidationError([issue], resource && `${resource}.populate`);
}

/** The relation as the server expanded it; `undefined` if it did not. */
export function expansion(record: unknown, relation: { readonly expand?: string }, step: PopulateStep): unknown {
  if (relation.expand === undefined || !isWhole(step)) return undefined;
  const value = valueAt(record, [step.name]);
  return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject)) ? value : undefined;
}

/** The records of a relation that are already loaded, by key. */
export function relatedSoFar({ related }: Loading, step: PopulateStep): Map<string, unknown> {
  const found = related.get(step) ?? new Map<string, unknown>();
  related.set(step, found);
  return found;
}

export function expanded(value: unknown): unknown {
  return isPlainObject(value) ? value : undefined;
}

export function subState(target: ResourceSpec, { sub, next }: PopulateStep): QueryState {
  const select: readonly Place[] | undefined = sub.select?.map((name) => name.split("."));
  return {
    where: sub.where ? parseWhere(sub.where, target) : undefined,
    sort: sub.sort ? parseSort(sub.sort, target) : [],
    limit: sub.limit,
    skip: 0,
    select: select && target.id ? [target.id, ...select] : select,
    omit: [],
    populate: next,
    parameters: {},
  };
}

export function withMember(record: unknown, name: string, value: unknown): unknown {
  return isPlainObject(record) ? { ...record, [name]: value } : record;
}
