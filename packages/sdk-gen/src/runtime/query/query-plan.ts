import type { CallOptions } from "../client-options.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Condition } from "./condition.js";
import type { missingFirst } from "./missing-first.js";
import type { OrderKey } from "./order.js";
import type { SeveralValues } from "./several-values.js";
import type { SkipPush } from "./skip-records.js";

/** The collected clauses of a query. Immutable. */
export interface QueryState {
  readonly where?: Condition | undefined;
  readonly sort: readonly OrderKey[];
  readonly limit?: number | undefined;
  readonly skip: number;
  readonly select?: readonly Place[] | undefined;
  readonly omit: readonly Place[];
  readonly populate: readonly PopulateStep[];
  /** Parameters of the list operation that the caller sets, including those of the parents. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const NO_CLAUSES: QueryState = { sort: [], skip: 0, omit: [], populate: [], parameters: {} };

export interface PopulateStep {
  readonly name: string;
  readonly next: readonly PopulateStep[];
  readonly sub: SubCriteria;
}

/** True if the step loads the whole relation, which a server may expand itself. */
export function isWhole({ next, sub }: PopulateStep): boolean {
  return next.length === 0 && Object.keys(sub).length === 0;
}

export interface SubCriteria {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly sort?: string;
  readonly limit?: number;
  readonly select?: readonly string[];
}

/** How the records are fetched. The client filters them in all cases. */
export type Fetching =
  | { readonly kind: "none"; readonly reason: string }
  | { readonly kind: "ids"; readonly ids: readonly unknown[] }
  | { readonly kind: "pages"; readonly requests: readonly PageRequest[] };

/** Parameters of the list operation, by their names in calls. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface PageRequest {
  readonly parameters: Parameters;
}

/** The work of the server and of the client, with reasons. */
export interface QueryPlan {
  readonly resource: ResourceSpec;
  readonly state: QueryState;
  readonly fetching: Fetching;
  /** True if pages arrive in order, so that reading can stop at the limit. */
  readonly sorted: boolean;
  /** True if the server applies all conditions exactly, so that its totals are reliable. */
  readonly exact: boolean;
  readonly skipPushed?: boolean;
  /** Present if the server may ignore a parameter: reads the records, or finds that it does. */
  readonly run?: SkipPush["run"] | undefined;
  /** Set if the server sorts as it documents. Finds out if it puts missing values first. */
  readonly missing?: typeof missingFirst | undefined;
  /** Parameters with several values, of which the server may not take all. */
  readonly several: readonly SeveralValues[];
  readonly steps: readonly PlanStep[];
}

export interface Explanation {
  /** The plan as text. */
  readonly text: string;
  readonly fetching: Fetching;
  readonly steps: readonly PlanStep[];
  /** Required parameters that the query does not set. `params` can set them. */
  readonly missing: readonly string[];
}

export interface PlanStep {
  readonly clause: string;
  readonly where: "server" | "client";
  /** The parameter of the server, if it does the work. */
  readonly parameter?: string;
  readonly reason: string;
}

/** The reason for a parameter that does all of the work. */
export const SAME = "the parameter means the same";

/** @param parameter the parameter, if the server does the work */
export function planStep(clause: string, reason = "no parameter for it", parameter?: string): PlanStep {
  return {
    clause,
    where: parameter === undefined ? "client" : "server",
    ...(parameter !== undefined && { parameter }),
    reason,
  };
}

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
