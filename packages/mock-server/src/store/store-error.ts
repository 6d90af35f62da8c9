import { CodedError, type ErrorDetails } from "@onespec/spec-core";

export type StoreErrorCode =
  | "STORE_LOCKED"
  | "STORE_CORRUPT"
  | "STORE_UNREADABLE"
  | "STORE_UNWRITABLE"
  | "STORE_FULL"
  | "STORE_EDITED"
  | "STORE_CLOSED"
  | "STORE_NAME_INVALID"
  | "STORE_URL_INVALID"
  | "STORE_DRIVER_MISSING"
  | "STORE_REFUSED"
  | "STORE_UNREACHABLE"
  | "STORE_CHANGED";

export interface StoreErrorDetails extends ErrorDetails {
  /** The file or directory it is about. */
  readonly file?: string;
  /** Counts from 1. */
  readonly line?: number;
}

/** Thrown if the state cannot be read, written or locked. */
export class StoreError extends CodedError {
  declare readonly code: StoreErrorCode;
  readonly file: string | undefined;
  readonly line: number | undefined;

  constructor(code: StoreErrorCode, message: string, details: StoreErrorDetails = {}) {
    super(code, message, details);
    this.file = details.file;
    this.line = details.line;
  }
}
