import type { ResponsePlan } from "@onespec/http-contract";
import type { FoundRecord, Operation } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { createOperationBehaviour } from "./operation.js";
import { absentRecord } from "./record/record-address.js";
import { selectedRecordsReader } from "./selection/selected-records.js";

/**
 * `GET /links/info?domain=&key=`: the first record that the query selects is found as if the path named it. A query that selects none of
 * them gets a generated answer.
 */
export function createAskedRecordBehaviour(
  context: MockContext,
  operation: Operation,
  { role: { resource }, list }: FoundRecord,
  plan: ResponsePlan,
  behave: Behaviour,
): Behaviour {
  const otherwise = createOperationBehaviour(context, operation, plan);
  if (!list) return otherwise;
  const { schemas, states, seeds } = context;
  const { collection } = states.of(resource);
  const select = selectedRecordsReader(schemas, resource, list);
  return async (call) => {
    const { query } = select(call);
    if (!query) return otherwise(call);
    await seeds.fill(resource, []);
    const { records } = await collection.list({ ...query, scope: [], limit: 1 });
    const key = records[0]?.key;
    if (key !== undefined) return behave({ ...call, pathTexts: { ...call.pathTexts, "": key } });
    const asked = Object.entries(call.query).map(([name, value]) => `${name}=${value}`);
    return context.refuse(operation, absentRecord(resource, undefined, asked.join("&")));
  };
}
