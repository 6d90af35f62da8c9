import type { ResourceSpec } from "../resource-spec.js";
import { type Execution, executeQuery } from "./execute-query.js";
import type { QueryState } from "./query-plan.js";
import { trimRecord } from "./trim-record.js";

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
