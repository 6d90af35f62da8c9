/** The details of an error beside its message. */
export interface ErrorDetails {
  /** One sentence that says what to do next. */
  readonly hint?: string;
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
