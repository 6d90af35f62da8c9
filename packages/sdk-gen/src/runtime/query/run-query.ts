import { isPlainObject } from "../is-plain-object.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import { type Execution, executeQuery } from "./execute-query.js";
import type { QueryState } from "./query-plan.js";

/** Yields the records of a query with relations loaded and fields selected. Leaving the loop early stops the requests. */
export async function* runQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<unknown> {
  for await (const batch of executeQuery(execution, resource, state))
    yield* await finished(execution, resource, state, batch);
}

/** Loads relations and selects fields. */
export async function finished(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
  batch: readonly unknown[],
): Promise<readonly unknown[]> {
  const populated = await resource.populating?.load(execution, resource, batch, state.populate);
  return (populated ?? batch).map((record) => trimRecord(record, state));
}

/** Applies `select` and `omit`, so that results are the same whatever the server supports. */
function trimRecord(record: unknown, { select, omit, populate }: QueryState): unknown {
  const loaded = populate.map(({ name }) => [name]);
  const selected = select ? trimmed(record, [...select, ...loaded], true) : record;
  return omit.length > 0 ? trimmed(selected, omit, false) : selected;
}

/** The object with only the members at the places, or without them. */
function trimmed(value: unknown, places: readonly Place[], isSelected: boolean): unknown {
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inside = places.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    const isWhole = inside.some((rest) => rest.length === 0);
    if (inside.length > 0 && !isWhole) return [[name, trimmed(member, inside, isSelected)]];
    return isWhole === isSelected ? [[name, member]] : [];
  });
  return Object.fromEntries(members);
}
