import type { ResourceSpec } from "../resource-spec.js";
import { type Execution } from "./execute-query.js";
import type { QueryState } from "./query-plan.js";
/** The query's records, relations loaded and fields selected, one by one. Leaving the loop early stops the reading. */
export declare function runQuery(execution: Execution, resource: ResourceSpec, state: QueryState): AsyncGenerator<unknown>;
