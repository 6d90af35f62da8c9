import type { StepResult } from "../scenario/transcript.js";

/** Something that answers the bookshop's description. */
export interface Target {
  readonly name: string;
  /** Starts it empty, runs the whole scenario against it, and stops it. */
  run(): Promise<Outcome>;
}

/** The results of the scenario, or the reason why the target is not available here. */
export type Outcome = { readonly steps: readonly StepResult[] } | { readonly missing: string };

/** The bearer token that every target accepts. */
export const TOKEN = "closed-loop-token";

/** Largest request body that every target takes, in bytes. */
export const BODY_LIMIT: number = 64 * 1024;
