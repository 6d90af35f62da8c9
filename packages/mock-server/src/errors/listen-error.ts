import { CodedError, type ErrorDetails } from "@onespec/spec-core";

export type ListenErrorCode = "PORT_IN_USE" | "PORT_REFUSED" | "HOST_UNAVAILABLE";

/** Thrown if the server cannot listen on the given address. */
export class ListenError extends CodedError {
  declare readonly code: ListenErrorCode;

  constructor(code: ListenErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
