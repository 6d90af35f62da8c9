import type { ListSpec, Place } from "../resource-spec.js";
import { type Condition } from "./condition.js";
import type { Parameters } from "./query-plan.js";
type Test = Condition & {
    kind: "test";
};
interface TestPush {
    /** For people: `price.gte`. */
    readonly parameter: string;
    /** Those before, and what this one asks for. */
    readonly parameters: Parameters;
    readonly exact: boolean;
    readonly reason: string;
}
/** Does one request for a list get all of the ids? It is better than many reads. */
export declare function coversIds(list: ListSpec, ids: readonly unknown[], id: Place | undefined): boolean;
/** The parameters of one request for each alternative; `undefined` when one of them cannot be asked for. */
export declare function pushAlternatives(list: ListSpec, parts: readonly Condition[], taken: ReadonlySet<string>): readonly Parameters[] | undefined;
/** `undefined` when no parameter takes it. @param taken parameters that the caller sets @param before those that other conditions set */
export declare function pushTest(list: ListSpec, test: Test, taken: ReadonlySet<string>, before: Parameters): TestPush | undefined;
export {};
