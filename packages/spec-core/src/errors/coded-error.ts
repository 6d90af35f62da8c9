/** The details of an error, in addition to its message. */
export interface ErrorDetails {
  /** One sentence with the next step. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Base class of every error that users of Onespec get. It has a stable code, a message with the problem and its place,
 * and a hint with the next step.
 */
export class CodedError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, { hint, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = hint;
  }
}

/**
 * True also for errors of another copy of this package. A bundled command and a separate package have different
 * classes.
 */
export function isCodedError(error: unknown): error is CodedError {
  if (error instanceof CodedError) return true;
  return error instanceof Error && "hint" in error && "code" in error && typeof error.code === "string";
}
