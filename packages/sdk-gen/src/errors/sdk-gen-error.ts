import { CodedError, type ErrorDetails } from "@onespec/spec-core";

/** The reason why no client was written. The README lists each code with its fix. */
export type SdkGenErrorCode =
  | "OUTPUT_NOT_OURS"
  | "OUTPUT_EDITED"
  | "OUTPUT_LINKED"
  | "OUTPUT_UNWRITABLE"
  | "MANIFEST_UNREADABLE"
  | "CONFIG_UNREADABLE"
  | "CONFIG_INVALID"
  | "MODELS_TOO_MANY"
  | "STOPPED"
  | "VERSION_INVALID"
  | "VERSION_TOO_LOW";

export class SdkGenError extends CodedError {
  declare readonly code: SdkGenErrorCode;

  constructor(code: SdkGenErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
