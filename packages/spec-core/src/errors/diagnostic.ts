import type { SourceLocation } from "./description-error.js";

/** All codes there are; the README explains each. */
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
 * A problem in the user's description that does not stop the rest from working.
 * `error`: the operations named in `operations` cannot be served as written. `warning`: served, with a part read loosely.
 */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  /** One sentence that says what is wrong. */
  readonly message: string;
  readonly location: SourceLocation;
  /** One sentence that says what to do next. */
  readonly hint?: string | undefined;
  /** Ids of the operations that it touches, when it touches few. */
  readonly operations?: readonly string[];
}
