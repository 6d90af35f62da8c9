import { ClientError } from "../errors.js";
import type { QueryPlan } from "./query-plan.js";

/** The query would read more than its guard allows. The message holds the plan and what would help. */
export class QueryTooBroadError extends ClientError {
  readonly plan: QueryPlan;

  constructor(plan: QueryPlan, message: string) {
    super("QUERY_TOO_BROAD", message);
    this.plan = plan;
  }
}
