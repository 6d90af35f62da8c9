import type { ResponsePlan } from "@onespec/http-contract";
import type { FoundRecord, Operation } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { createOperationBehaviour } from "./operation.js";
import { absentRecord } from "./record/record-address.js";
import { selectedRecordsReader } from "./selection/selected-records.js";

/**
 * `GET /links/info?domain=&key=`: reads the first record that the query selects, as if its id were in the path. If the query has no
 * condition on records, the answer is generated. `GET /users/me`: reads the first record, or generates an answer if there is none.
 */
export function createAskedRecordBehaviour(
  context: MockContext,
  operation: Operation,
  { role: { resource }, list, isFirst }: FoundRecord,
  plan: ResponsePlan,
  behave: Behaviour,
): Behaviour {
  const otherwise = createOperationBehaviour(context, operation, plan);
  const { schemas, states, seeds } = context;
  const { collection } = states.of(resource);
  const select = list && selectedRecordsReader(schemas, resource, list);
  return async (call) => {
    const query = isFirst ? {} : select?.(call).query;
    if (!query) return otherwise(call);
    await seeds.fill(resource, []);
    const { records } = await collection.list({ ...query, scope: [], limit: 1 });
    const key = records[0]?.key;
    if (key !== undefined) return behave({ ...call, pathTexts: { ...call.pathTexts, "": key } });
    if (isFirst) return otherwise(call);
    const asked = Object.entries(call.query).map(([name, value]) => `${name}=${value}`);
    return context.refuse(operation, absentRecord(resource, undefined, asked.join("&")));
  };
}
