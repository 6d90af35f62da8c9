import { explainPlan } from "./explain.js";
import { QueryTooBroadError } from "./handed-over.js";
/** @param limit of the guard: `100 requests` */
export function tooBroad(plan, limit) {
    return new QueryTooBroadError(plan, `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes, add a limit, or raise the guard with options({ maxRequests, maxRecords }).`);
}
