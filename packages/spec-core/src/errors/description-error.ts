import { CodedError, type ErrorDetails } from "./coded-error.js";

/** The reason why a description cannot be used. The README explains each code and how to fix it. */
export type DescriptionErrorCode =
  | "DESCRIPTION_NOT_FOUND"
  | "DESCRIPTION_UNREADABLE"
  | "DESCRIPTION_SYNTAX"
  | "DESCRIPTION_TOO_LARGE"
  | "DESCRIPTION_NOT_OPENAPI"
  | "DESCRIPTION_VERSION_UNSUPPORTED"
  | "DESCRIPTION_CONVERSION_FAILED"
  | "REFERENCE_UNRESOLVED"
  | "REFERENCE_REFUSED"
  | "REFERENCE_CIRCULAR";

/** A position in a file. Lines and columns count from 1. */
export interface SourceLocation {
  /** Path or URL as the user would write it. */
  readonly file: string;
  /** JSON pointer inside the file (RFC 6901), `""` for the whole. */
  readonly pointer: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** The description, or a file it refers to, cannot be used. */
export class DescriptionError extends CodedError {
  declare readonly code: DescriptionErrorCode;
  readonly location: SourceLocation;

  constructor(code: DescriptionErrorCode, message: string, location: SourceLocation, details: ErrorDetails = {}) {
    super(code, message, details);
    this.location = location;
  }
}
