import type { Place, ResourceSpec } from "../resource-spec.js";
import type { Condition } from "./condition.js";
import type { SortKey } from "./order.js";

/** A query as its builder collected it. Immutable. */
export interface QueryState {
  readonly where: Condition | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number | undefined;
  readonly skip: number;
  readonly select: readonly Place[] | undefined;
  readonly omit: readonly Place[];
  readonly populate: readonly PopulateStep[];
  /** Parameters of the list operation that the caller sets as they are, the parents' among them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface PopulateStep {
  readonly name: string;
  readonly next: readonly PopulateStep[];
  readonly sub: SubCriteria;
}

/** Is the relation asked for as it is? Only then will do what a server writes out of its own accord. */
export function isWhole({ next, sub }: PopulateStep): boolean {
  return next.length === 0 && Object.keys(sub).length === 0;
}

export interface SubCriteria {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly sort?: string;
  readonly limit?: number;
  readonly select?: readonly string[];
}

/** How the records are fetched, one of three ways. All of them end in the exact local filter. */
export type Fetching =
  | { readonly kind: "none"; readonly reason: string }
  | { readonly kind: "ids"; readonly ids: readonly unknown[] }
  | { readonly kind: "pages"; readonly requests: readonly PageRequest[] };

/** Of the list operation, by the names that calls use. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface PageRequest {
  readonly parameters: Parameters;
}

/** What the server does, what the client does, and why. */
export interface QueryPlan {
  readonly resource: ResourceSpec;
  readonly state: QueryState;
  readonly fetching: Fetching;
  /** Pages come in the order asked for, so reading may stop at the limit. */
  readonly sorted: boolean;
  /** Everything in `where` was pushed by exact equality: totals of the server can be believed. */
  readonly exact: boolean;
  /** The client has something left to drop, so pages are as large as the server gives them. */
  readonly residual: boolean;
  readonly skipPushed: boolean;
  /** The order was asked for in a way that the description does not spell out. */
  readonly orderTried: boolean;
  readonly steps: readonly PlanStep[];
}

export interface Explanation {
  /** For people. */
  readonly text: string;
  readonly fetching: Fetching;
  readonly steps: readonly PlanStep[];
  /** Parameters that the list asks for and the query does not give: `params` takes them. */
  readonly missing: readonly string[];
}

export interface PlanStep {
  readonly clause: string;
  readonly where: "server" | "client";
  /** The server's parameter, when it is pushed. */
  readonly parameter?: string;
  readonly reason: string;
}
