import { CodedError, type ErrorDetails } from "@onespec/spec-core";

export type GateErrorCode =
  | "DATA_MISSING"
  | "VERSION_NOT_SEMVER"
  | "FRAMEWORK_MISSING"
  | "APP_UNREADABLE"
  | "APP_NOT_IMPORTED";

/** The gate cannot compare. The README lists each code. */
export class GateError extends CodedError {
  declare readonly code: GateErrorCode;

  constructor(code: GateErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
