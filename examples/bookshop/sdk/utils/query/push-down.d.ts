import type { ResourceSpec } from "../resource-spec.js";
import type { QueryPlan, QueryState } from "./query-plan.js";
/**
 * Decides what the server does. Only what can widen the answer is pushed, and what was pushed is checked again on the
 * records, so a server that filters loosely, or not at all, changes the cost and never the result.
 */
export declare function planQuery(resource: ResourceSpec, state: QueryState): QueryPlan;
