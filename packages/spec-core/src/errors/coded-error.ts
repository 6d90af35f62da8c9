/** The details of an error beside its message. */
export interface ErrorDetails {
  /** One sentence that says what to do next. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** Base of every error a user of Onespec can meet: a stable code, what is wrong and where, and the next step. */
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

/** True also for errors of another copy of this package: a bundled command and a package beside it have classes of their own. */
export function isCodedError(error: unknown): error is CodedError {
  if (error instanceof CodedError) return true;
  return error instanceof Error && "hint" in error && "code" in error && typeof error.code === "string";
}
