import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { type Loading } from "./populate.js";
import type { PlanStep, PopulateStep, SubCriteria } from "./query-plan.js";
/** What loads relations. Resources that have some bring it to their queries, so that others do not carry it. */
export interface Populating {
    /** The steps with one more. @throws ValidationError that lists the relations there are, or names the resource that is not there. */
    readonly add: (context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[], name: string, sub: SubCriteria) => readonly PopulateStep[];
    readonly explain: (context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[]) => PlanStep[];
    readonly load: (loading: Loading, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]) => Promise<readonly unknown[]>;
}
export declare const populating: Populating;
