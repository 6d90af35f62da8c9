import { ClientError } from "../errors.js";
import type { QueryPlan } from "./query-plan.js";

/** The query exceeds its limits. The message contains the plan and a way to narrow it. */
export class QueryTooBroadError extends ClientError {
  readonly plan: QueryPlan;

  constructor(plan: QueryPlan, message: string) {
    super("QUERY_TOO_BROAD", message);
    this.plan = plan;
  }
}
