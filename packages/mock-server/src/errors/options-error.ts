import { CodedError, type ErrorDetails } from "@onespec/spec-core";

/** What is wrong with what the user asked of the server, beside the description. The README lists each code. */
export type OptionsErrorCode =
  | "CREDENTIALS_MISSING"
  | "CREDENTIALS_UNREADABLE"
  | "CREDENTIALS_INVALID"
  | "CONFIG_ELSEWHERE"
  | "CONFIG_UNREADABLE"
  | "CONFIG_INVALID"
  | "TYPESCRIPT_UNSUPPORTED"
  | "SEEDS_UNREADABLE"
  | "SEEDS_INVALID"
  | "HANDLERS_UNREADABLE"
  | "HANDLER_UNKNOWN"
  | "WEBHOOK_UNKNOWN";

/** An option, a config file or a handler cannot be used. */
export class OptionsError extends CodedError {
  declare readonly code: OptionsErrorCode;

  constructor(code: OptionsErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
