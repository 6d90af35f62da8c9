import type { RelationSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { type QueryRun } from "./execute-query.js";
import { ValidationError } from "./handed-over.js";
import { type PopulateStep, type QueryState } from "./query-plan.js";
/** What loading relations takes: the client, and a way to run a query on another resource. */
export interface Loading extends QueryRun {
    readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}
/** Records with their relations loaded: each distinct key once, missing targets as `null`. Records themselves are not changed. */
export declare function populateAll(loading: Loading, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]): Promise<readonly unknown[]>;
/** @throws ValidationError that lists the relations there are. */
export declare function relationOf({ relations, name: resource }: ResourceSpec, name: string): RelationSpec;
/** @throws ValidationError when the client was made without the resource. */
export declare function targetOf({ resources }: ClientContext, resource: string, relation: string): ResourceSpec;
export declare function invalidRelation(name: string, message: string, resource?: string): ValidationError;
/** How many keys one request takes; without a parameter for them each is a read of its own, so many at a time as the planner reads by id. */
export declare function keysAtOnce({ list, id }: ResourceSpec): number;
