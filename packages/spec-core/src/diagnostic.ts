import type { SourceLocation } from "./errors/description-error.js";

/**
 * A problem in the user's description that does not stop the rest from working.
 * `error`: the operations named in `operations` cannot be served as written. `warning`: served, with a part read loosely.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Stable, kebab-case: `unresolved-reference`, `duplicate-operation-id`, `undeclared-path-parameter`, ... */
  readonly code: string;
  /** What is wrong, one sentence. */
  readonly message: string;
  readonly location: SourceLocation;
  /** What to do next, one sentence. */
  readonly hint?: string | undefined;
  /** Ids of the operations that it touches, when it touches few. */
  readonly operations?: readonly string[];
}
