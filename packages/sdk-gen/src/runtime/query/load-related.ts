import type { ExpandSpec, LinkSpec, ListsSpec, ManySpec, ResourceSpec } from "../resource-spec.js";
import { valueAt } from "../value-at.js";
import { dataOrNone, inTurns, noneIfAbsent } from "./execute-query.js";
import {
  expanded,
  expansion,
  type Loader,
  type Loading,
  populateAll,
  relatedResource,
  relatedSoFar,
  subState,
  withMember,
} from "./populate.js";
import type { Parameters, PopulateStep } from "./query-plan.js";

/** Takes relations that the server expands. */
export const loadExpanded: Loader = {
  load: async (_loading, { key }: ExpandSpec, records, { name }) =>
    records.map((record) => withMember(record, name, expandedAt(valueAt(record, key)))),
  explain: () => "the list takes no parameter to ask for it",
};

/** The expanded record; `null` for an id that the server did not expand. */
function expandedAt(value: unknown): unknown {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.map((one) => expanded(one) ?? null) : (expanded(value) ?? null);
}

/** Loads the lists below records. */
export const loadMany: Loader = {
  load: (loading, relation: ManySpec, records, step, { id }) =>
    inTurns(records, async (record) => {
      const target = relatedResource(loading.context, relation.resource, step.name);
      if (expansion(record, relation, step) !== undefined) return record;
      const key = id && valueAt(record, id);
      const parameters = { [relation.parameter]: key };
      const children = key === undefined ? [] : await loading.load(target, { ...subState(target, step), parameters });
      return withMember(record, step.name, children);
    }),
  explain: ({ parameter }: ManySpec) => `a list below each record, by ${parameter}`,
};

/** Follows links to records. @see OpenAPI 3.1, "Link Object" */
export const loadLinked: Loader = {
  load: (loading, relation: LinkSpec, records, step) =>
    follow(loading, relation, records, step, async (parameters, target) => {
      const record = await dataOrNone(loading, { operation: relation.operation, parameters }, relation.reply);
      return target && record !== undefined ? (await populateAll(loading, target, [record], step.next))[0] : record;
    }),
  explain: ({ operation }: LinkSpec) => `the link to ${operation.id}, once for each distinct set of values`,
};

/** Reads lists that links lead to, or that are below the records. */
export const loadLists: Loader = {
  load: (loading, relation: ListsSpec, records, step) =>
    follow(
      loading,
      relation,
      records,
      step,
      (parameters, target) => {
        // A read by id finds records that are not in the list.
        const { read: _, ...listed }: ResourceSpec = { name: step.name, schema: true, ...target, list: relation.list };
        return loading.load(listed, { ...subState(listed, step), parameters }).catch(noneIfAbsent);
      },
      [],
    ),
  explain: ({ list }: ListsSpec) => `the list of ${list.operation.id}, once for each distinct set of values`,
};

/**
 * Follows links. Records whose links have the same values share a request. @param none the result for records whose
 * links lack a value
 */
async function follow(
  loading: Loading,
  { parameters, resource }: LinkSpec | ListsSpec,
  records: readonly unknown[],
  step: PopulateStep,
  read: (parameters: Parameters, target: ResourceSpec | undefined) => Promise<unknown>,
  none: unknown = null,
): Promise<readonly unknown[]> {
  const calls = records.map((record) =>
    Object.fromEntries(Object.entries(parameters).map(([name, place]) => [name, valueAt(record, place)])),
  );
  const found = relatedSoFar(loading, step);
  const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
  const open = [...distinct].filter(([key]) => !found.has(key));
  const target = resource === undefined ? undefined : relatedResource(loading.context, resource, step.name);
  await inTurns(open, async ([key, call]) => {
    const isWhole = Object.values(call).every((value) => value !== undefined && value !== null);
    found.set(key, (isWhole ? await read(call, target) : undefined) ?? none);
  });
  return records.map((record, at) => withMember(record, step.name, found.get(JSON.stringify(calls[at]))));
}
