import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { type PlanStep, type PopulateStep } from "./query-plan.js";
/** How each relation would be loaded, those of relations too. */
export declare function explainPopulate(context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[], path?: string): PlanStep[];
