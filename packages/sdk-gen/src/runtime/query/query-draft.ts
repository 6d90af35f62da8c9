import type { CallOptions } from "../client-options.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Clause } from "./collect-clauses.js";
import type { Engine } from "./engine.js";
import type { QueryState } from "./query-plan.js";

/** Limits of one query. */
export interface Guard {
  /** Default 100. */
  readonly maxRequests: number;
  /** Maximum number of records read, matching or not. Default 10,000. */
  readonly maxRecords: number;
}

export interface QueryOptions extends CallOptions, Partial<Guard> {}

/** A resource with queries. */
export interface QueriedResource extends ResourceSpec {
  readonly queries: Engine;
}

/** An unfinished query. */
export interface QueryDraft {
  readonly context: ClientContext;
  readonly resource: QueriedResource;
  readonly options: QueryOptions;
  /** State after the previous clauses. */
  readonly state?: QueryState;
  /** Clauses that are not collected yet. */
  readonly clauses: readonly Clause[];
}
