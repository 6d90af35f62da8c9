import { ClientError } from "../errors.js";
import { explainPlan } from "./explain.js";
import type { QueryPlan } from "./query-plan.js";

/** The query would read more than its guard allows. The message holds the plan and what would help. */
export class QueryTooBroadError extends ClientError {
  readonly plan: QueryPlan;

  constructor(plan: QueryPlan, limit: string) {
    super(
      "QUERY_TOO_BROAD",
      `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes, add a limit, or raise the guard with options({ maxRequests, maxRecords }).`,
    );
    this.plan = plan;
  }
}
