import { ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { Place, RelationSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { targetOf } from "../validate/reached-from.js";
import type { Execution } from "./execute-query.js";
import { filtersOf } from "./filters-of.js";
import { inTurns } from "./in-turns.js";
import { listParameter } from "./list-call.js";
import { didYouMean } from "./nearest.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { isWhole, type PopulateStep, type QueryState } from "./query-plan.js";
import { valueAt } from "./value-at.js";

/** The execution, with a function that runs a query on another resource. */
export interface Loading extends Execution {
  readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}

/** Loads the relations of one kind. Resources with rare kinds bring theirs along. */
export interface Loader {
  readonly load: (
    loading: Loading,
    relation: never,
    records: readonly unknown[],
    step: PopulateStep,
  ) => Promise<readonly unknown[]>;
  /** Says how the relation is loaded. */
  readonly explain: (relation: never) => string;
}

const KEYS_A_REQUEST = 50;

/** Loads relations: each distinct key once, missing targets as `null`. Returns copies of the records. */
export async function populateAll(
  loading: Loading,
  resource: ResourceSpec,
  records: readonly unknown[],
  steps: readonly PopulateStep[],
): Promise<readonly unknown[]> {
  let result = records;
  for (const step of steps) result = await populateOne(loading, resource, result, step);
  return result;
}

/** @throws ValidationError that lists the relations */
export function relationOf({ relations = {}, name: resource }: ResourceSpec, name: string): RelationSpec {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation) return relation;
  const known = Object.keys(relations);
  const list = known.length === 0 ? ": the description shows none here" : `: there are ${known.join(", ")}`;
  throw invalidRelation(name, `is not a relation${didYouMean(name, known) || list}`, resource);
}

/** @throws ValidationError if the client was created without the resource */
export function relatedResource({ resources }: ClientContext, resource: string, relation: string): ResourceSpec {
  const target = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
  if (target) return target;
  const message = `needs the resource ${resource}: give it to the constructor, { resources: [...] }, or use the whole client`;
  throw invalidRelation(relation, message);
}

export function invalidRelation(name: string, message: string, resource?: string): ValidationError {
  const issue = { path: `/populate/${name}`, field: `populate.${name}`, keyword: "populate", message };
  return new ValidationError([issue], resource && `${resource}.populate`);
}

async function populateOne(
  loading: Loading,
  resource: ResourceSpec,
  records: readonly unknown[],
  step: PopulateStep,
): Promise<readonly unknown[]> {
  const relation = relationOf(resource, step.name);
  switch (relation.kind) {
    case "one":
      return populateTarget(loading, relation, records, step);
    case "many":
      return inTurns(records, async (record) => {
        const target = relatedResource(loading.context, relation.resource, step.name);
        const there = expansion(record, relation, step);
        if (there !== undefined) return record;
        const key = resource.id && valueAt(record, resource.id);
        const children =
          key === undefined
            ? []
            : await loading.load(target, { ...subState(target, step), parameters: { [relation.parameter]: key } });
        return withMember(record, step.name, children);
      });
    case "expand":
    case "link":
      return relation.loader.load(loading, relation as never, records, step);
  }
}

/** The relation as the server expanded it; `undefined` if it did not. */
function expansion(record: unknown, relation: { readonly expand?: string }, step: PopulateStep): unknown {
  if (relation.expand === undefined || !isWhole(step)) return undefined;
  const value = valueAt(record, [step.name]);
  return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject)) ? value : undefined;
}

/** Loads the records that foreign keys point at, except those that the server expanded. */
async function populateTarget(
  loading: Loading,
  relation: RelationSpec & { kind: "one" },
  records: readonly unknown[],
  step: PopulateStep,
): Promise<readonly unknown[]> {
  const target = relatedResource(loading.context, relation.resource, step.name);
  const { id } = target;
  const open = records.filter((record) => expansion(record, relation, step) === undefined);
  const found = relatedSoFar(loading, step);
  const keys = [...new Set(open.flatMap((record) => keysOf(valueAt(record, relation.key))))].filter(
    (key) => !found.has(String(key)),
  );
  const most = keysAtOnce(target);
  for (let at = 0; id && at < keys.length; at += most) {
    const test = { kind: "test", property: id, operator: "in", value: keys.slice(at, at + most) } as const;
    const state = subState(target, step);
    const where = state.where ? ({ kind: "and", of: [test, state.where] } as const) : test;
    for (const record of await loading.load(target, { ...state, where, limit: undefined }))
      found.set(String(valueAt(record, id)), record);
  }
  for (const key of keys) if (!found.has(String(key))) found.set(String(key), null);
  const linked = (key: unknown): unknown => expanded(key) ?? found.get(String(key)) ?? null;
  return records.map((record) => {
    const there = expansion(record, relation, step);
    const key = valueAt(record, relation.key);
    return withMember(record, step.name, there ?? (Array.isArray(key) ? key.map(linked) : linked(key)));
  });
}

/** The records of a relation that are already loaded, by key. */
export function relatedSoFar({ related }: Loading, step: PopulateStep): Map<string, unknown> {
  const found = related.get(step) ?? new Map<string, unknown>();
  related.set(step, found);
  return found;
}

/** The number of keys that one request takes, or 20 if each key is read separately. */
export function keysAtOnce({ list, id }: ResourceSpec): number {
  const filter = list && filtersOf(list).find(({ operator, property }) => operator === "in" && isSame(property, id));
  const spec = list && listParameter(list, filter?.parameter);
  if (!filter || !spec) return 20;
  const schema = spec.schema === undefined ? true : targetOf(spec.schema);
  return Math.min(KEYS_A_REQUEST, (typeof schema === "object" && schema.maxItems) || KEYS_A_REQUEST);
}

function keysOf(value: unknown): (string | number)[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return typeof value === "string" || typeof value === "number" ? [value] : [];
}

export function expanded(value: unknown): unknown {
  return isPlainObject(value) ? value : undefined;
}

function subState(target: ResourceSpec, { sub, next }: PopulateStep): QueryState {
  const select: readonly Place[] | undefined = sub.select?.map((name) => name.split("."));
  return {
    where: sub.where ? parseWhere(sub.where, target.schema, target.name) : undefined,
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
