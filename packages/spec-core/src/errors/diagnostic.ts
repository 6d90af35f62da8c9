import type { SourceLocation } from "./description-error.js";

/** All codes. The README explains each. */
export const DIAGNOSTIC_CODES = [
  "ambiguous-path",
  "circular-reference",
  "conversion-failed",
  "duplicate-operation-id",
  "enum-type",
  "invalid-document",
  "invalid-header",
  "invalid-keyword",
  "invalid-parameter",
  "invalid-path",
  "invalid-pattern",
  "invalid-schema",
  "invalid-security-scheme",
  "invalid-status",
  "invalid-style",
  "path-parameter-not-in-path",
  "refused-reference",
  "too-deep",
  "too-large",
  "undeclared-path-parameter",
  "unexpected-value",
  "unknown-type",
  "unresolved-reference",
] as const;

/** The kind of problem. Stable. */
export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/**
 * A problem in the user's description that leaves the rest usable. `error`: the operations in `operations` cannot be
 * served as written. `warning`: they are served, and the part is used as far as possible.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  /** One sentence with the problem. */
  readonly message: string;
  readonly location: SourceLocation;
  /** One sentence with the next step. */
  readonly hint?: string | undefined;
  /** Ids of the operations that it touches, when it touches few. */
  readonly operations?: readonly string[];
}
