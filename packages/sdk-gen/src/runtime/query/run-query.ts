import type { ResourceSpec } from "../resource-spec.js";
import { type Execution, executeQuery } from "./execute-query.js";
import type { QueryState } from "./query-plan.js";
import { trimRecord } from "./trim-record.js";

/** The query's records, relations loaded and fields selected, one by one. Leaving the loop early stops the reading. */
export async function* runQuery(
  execution: Execution,
  resource: ResourceSpec,
  state: QueryState,
): AsyncGenerator<unknown> {
  const load = async (target: ResourceSpec, wanted: QueryState): Promise<unknown[]> => {
    const records: unknown[] = [];
    for await (const record of runQuery(execution, target, wanted)) records.push(record);
    return records;
  };
  for await (const batch of executeQuery(execution, resource, state)) {
    const populated =
      (await execution.populating?.load({ ...execution, load }, resource, batch, state.populate)) ?? batch;
    for (const record of populated) yield trimRecord(record, state);
  }
}
