import type { OneSpec, ResourceSpec } from "../resource-spec.js";
import { isSame } from "../validate/json-equal.js";
import { targetOf } from "../validate/types-of.js";
import { valueAt } from "../value-at.js";
import { filtersOf, listParameter } from "./list-call.js";
import {
  expanded,
  expansion,
  type Loader,
  type Loading,
  relatedResource,
  relatedSoFar,
  subState,
  withMember,
} from "./populate.js";
import type { PopulateStep } from "./query-plan.js";

/** Loads what foreign keys point at. */
export const loadOne: Loader = {
  load: loadTargets,
  explain({ key }: OneSpec, target) {
    const isListed =
      target?.list &&
      filtersOf(target.list).some(({ operator, property }) => operator === "in" && isSame(property, target.id));
    const how = isListed ? `one list for every ${keysAtOnce(target)} keys` : "a read for each key";
    return `distinct values of ${key.join(".")}, ${how}`;
  },
};

const KEYS_A_REQUEST = 50;

/** Loads the records that foreign keys point at, except those that the server expanded. */
async function loadTargets(
  loading: Loading,
  relation: OneSpec,
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

/** The number of keys that one request takes, or 20 if each key is read separately. */
function keysAtOnce({ list, id }: ResourceSpec): number {
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
