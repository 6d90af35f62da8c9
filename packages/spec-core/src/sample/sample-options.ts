import type { View } from "../schema/schema.js";

export interface SampleOptions {
  /** The same seed gives the same value on every machine, whatever else was sampled before. */
  readonly seed: string;
  readonly view: View;
  /**
   * A value to keep as far as the schema allows: its valid parts stay, undeclared and invalid ones are replaced or left out.
   * This is how a stored record becomes an answer.
   */
  readonly base?: unknown;
  /**
   * Take examples of the schema first, and defaults where there are none. Default true. `"defaults"`: defaults alone, which is what
   * stands for a value that nobody gave.
   */
  readonly examples?: boolean | "defaults";
  /** Fill optional properties as well, down to the depth where schemas repeat. Default true. */
  readonly optional?: boolean;
  /** Instant (milliseconds since 1970) that sampled dates stand near to. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
}

/** A value that the schema's validator accepts, or why there is none. */
export type Sample = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };
