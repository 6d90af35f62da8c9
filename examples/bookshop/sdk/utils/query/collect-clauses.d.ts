import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Populating } from "./populating.js";
import type { QueryState } from "./query-plan.js";
/** A method of a query, as it was called. */
export type Clause = readonly [name: ClauseName, ...given: readonly unknown[]];
/** Those that `find` takes in one object, in the order in which they are looked at. */
declare const CRITERIA: readonly ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"];
type ClauseName = (typeof CRITERIA)[number] | "paginate" | "find";
/** What clauses are about. */
interface Asked {
    readonly context: ClientContext;
    readonly resource: ResourceSpec;
    readonly populating: Populating | undefined;
}
/** What a query asks for, clause after clause. @throws ValidationError for the first that the resource cannot be asked */
export declare function collectClauses(asked: Asked, clauses: readonly Clause[], before?: QueryState): QueryState;
export {};
