import { explainPlan } from "./explain.js";
import type { QueryPlan } from "./query-plan.js";
import { QueryTooBroadError } from "./query-too-broad-error.js";

/** @param limit the limit that was reached: `100 requests` */
export function tooBroad(plan: QueryPlan, limit: string): QueryTooBroadError {
  return new QueryTooBroadError(
    plan,
    `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes or a limit, or raise options({ maxRequests, maxRecords }).`,
  );
}
