import type { QueryPlan } from "./query-plan.js";
/** The plan as lines for people. */
export declare function explainPlan({ resource, state, fetching, sorted, steps }: QueryPlan, missing?: readonly string[]): string;
