import type { CallOptions } from "../client-options.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { QueryState } from "./query-plan.js";

/** Limits of one query. */
export interface Guard {
  /** Default 100. */
  readonly maxRequests: number;
  /** Maximum number of records read, matching or not. Default 10,000. */
  readonly maxRecords: number;
}

export interface QueryOptions extends CallOptions, Partial<Guard> {}

/** An unfinished query. */
export interface QueryDraft {
  readonly context: ClientContext;
  readonly resource: ResourceSpec;
  readonly options: QueryOptions;
  readonly state: QueryState;
}
