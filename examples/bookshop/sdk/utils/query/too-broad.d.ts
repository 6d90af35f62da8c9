import { QueryTooBroadError } from "./handed-over.js";
import type { QueryPlan } from "./query-plan.js";
/** @param limit of the guard: `100 requests` */
export declare function tooBroad(plan: QueryPlan, limit: string): QueryTooBroadError;
