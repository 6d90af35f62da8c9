import type { CallOptions } from "../client-options.js";
import type { ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Clause } from "./collect-clauses.js";
import type { Engine } from "./engine.js";
import type { QueryState } from "./query-plan.js";

/** How much one query may cost before it stops. */
export interface Guard {
  /** Default 100. */
  readonly maxRequests: number;
  /** Records read, not records found. Default 10,000. */
  readonly maxRecords: number;
}

export interface QueryOptions extends CallOptions, Partial<Guard> {}

/** A resource that can be asked. */
export interface QueriedResource extends ResourceSpec {
  readonly queries: Engine;
}

/** A query as far as it is built. */
export interface QueryDraft {
  readonly context: ClientContext;
  readonly resource: QueriedResource;
  readonly options: QueryOptions;
  /** What the engine made of clauses before. */
  readonly state?: QueryState;
  /** Those that it is still to be given, when it is there. */
  readonly clauses: readonly Clause[];
}
