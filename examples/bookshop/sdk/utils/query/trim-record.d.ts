import type { QueryState } from "./query-plan.js";
/** `select` and `omit` are done here as well, so that results look the same whatever the server can do. */
export declare function trimRecord(record: unknown, { select, omit, populate }: QueryState): unknown;
