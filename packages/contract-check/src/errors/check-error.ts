import { CodedError, type ErrorDetails } from "@onespec/spec-core";

export type CheckErrorCode =
  | "CHECK_URL_INVALID"
  | "CHECK_SERVER_UNREACHABLE"
  | "CHECK_ADDRESS_WRONG"
  | "CHECK_NOTHING_SELECTED"
  | "CHECK_SCHEME_UNKNOWN"
  | "CHECK_FINDING_UNKNOWN"
  | "BASELINE_UNREADABLE";

/** Thrown if a check cannot begin. The README lists each code. */
export class CheckError extends CodedError {
  declare readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
