import type { ListSpec, Place } from "../resource-spec.js";
import type { Condition } from "./condition.js";
import type { Parameters } from "./query-plan.js";
type Test = Condition & {
    kind: "test";
};
/** What gives conditions to the server. Lists that have parameters for some bring it along. */
export interface Filtering {
    /** Does one request for a list get all of the ids? It is better than many reads. */
    readonly covers: (list: ListSpec, id: Place | undefined, ids: readonly unknown[]) => boolean;
    /** `undefined` when no parameter takes it. @param taken parameters that the caller sets @param before those that other conditions set */
    readonly test: (list: ListSpec, test: Test, taken: ReadonlySet<string>, before: Parameters) => TestPush | undefined;
    /** The parameters of one request for each alternative; `undefined` when one of them cannot be asked for. */
    readonly or: (list: ListSpec, parts: readonly Condition[], taken: ReadonlySet<string>) => readonly Parameters[] | undefined;
}
interface TestPush {
    /** For people: `price.gte`. */
    readonly parameter: string;
    /** Those before, and what this one asks for. */
    readonly parameters: Parameters;
    readonly exact: boolean;
    readonly reason: string;
}
export declare const filtering: Filtering;
export {};
