import { ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { LinkSpec, Place, RelationSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { targetOf } from "../validate/reached-from.js";
import { dataOrNone, type Execution } from "./execute-query.js";
import { filtersOf } from "./filters-of.js";
import { inTurns } from "./in-turns.js";
import { listParameter } from "./list-call.js";
import { didYouMean } from "./nearest.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { isWhole, type PopulateStep, type QueryState } from "./query-plan.js";
import { valueAt } from "./value-at.js";

/** What loading relations takes: the client, and a way to run a query on another resource. */
export interface Loading extends Execution {
  readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}

const KEYS_A_REQUEST = 50;

/** Records with their relations loaded: each distinct key once, missing targets as `null`. Records themselves are not changed. */
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

/** @throws ValidationError that lists the relations there are. */
export function relationOf({ relations = {}, name: resource }: ResourceSpec, name: string): RelationSpec {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation) return relation;
  const known = Object.keys(relations);
  const list = known.length === 0 ? ": the description shows none here" : `: there are ${known.join(", ")}`;
  throw invalidRelation(name, `is not a relation${didYouMean(name, known) || list}`, resource);
}

/** @throws ValidationError when the client was made without the resource. */
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
      return records.map((record) => withMember(record, step.name, expandedAt(valueAt(record, relation.key))));
    case "link":
      return populateLinked(loading, relation, records, step);
  }
}

/** What the server wrote out because it was asked to; `undefined` when it did not. */
function expansion(record: unknown, relation: { readonly expand?: string }, step: PopulateStep): unknown {
  if (relation.expand === undefined || !isWhole(step)) return undefined;
  const value = valueAt(record, [step.name]);
  return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject)) ? value : undefined;
}

/** What the server wrote out; a bare id, where it did not, is `null`. */
function expandedAt(value: unknown): unknown {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.map((one) => expanded(one) ?? null) : (expanded(value) ?? null);
}

/** What links lead to; records whose links hold the same values share a request. */
async function populateLinked(
  loading: Loading,
  { operation, parameters, reply, many, resource }: LinkSpec,
  records: readonly unknown[],
  step: PopulateStep,
): Promise<readonly unknown[]> {
  const calls = records.map((record) =>
    Object.fromEntries(Object.entries(parameters).map(([name, place]) => [name, valueAt(record, place)])),
  );
  const found = relatedSoFar(loading, step);
  const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
  const open = [...distinct].filter(([key]) => !found.has(key));
  const target = resource === undefined ? undefined : relatedResource(loading.context, resource, step.name);
  await inTurns(open, async ([key, call]) => {
    const isWhole = !Object.values(call).includes(undefined);
    const data = isWhole ? await dataOrNone(loading, { operation, parameters: call }, reply) : undefined;
    const list = many ? [data ?? []].flat() : data === undefined ? [] : [data];
    const whole = target && step.next.length > 0 ? await populateAll(loading, target, list, step.next) : list;
    found.set(key, many ? whole : (whole[0] ?? null));
  });
  return records.map((record, at) => withMember(record, step.name, found.get(JSON.stringify(calls[at]))));
}

/** The records that foreign keys point at. Keys that were expanded by the server stay as they are. */
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

/** By key: later pages and other records of the query ask for none of them again. */
function relatedSoFar({ related }: Loading, step: PopulateStep): Map<string, unknown> {
  const found = related.get(step) ?? new Map<string, unknown>();
  related.set(step, found);
  return found;
}

/** How many keys one request takes; without a parameter for them each is a read of its own, so many at a time as the planner reads by id. */
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

function expanded(value: unknown): unknown {
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

function withMember(record: unknown, name: string, value: unknown): unknown {
  return isPlainObject(record) ? { ...record, [name]: value } : record;
}
