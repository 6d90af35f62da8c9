import { CodedError, type ErrorDetails } from "@onespec/spec-core/errors";

/** Codes of errors outside the database. The README lists each with its fix. */
export type FrameworkErrorCode =
  | "NOT_AN_APP"
  | "APP_FILE_BROKEN"
  | "APP_INVALID"
  | "SERVICE_CYCLE"
  | "RECORD_INCOMPLETE"
  | "ACTION_UNKNOWN"
  | "INPUT_INVALID"
  | "HOST_UNAVAILABLE"
  | "PORT_REFUSED"
  | "NOT_A_TEST_DATABASE"
  | "TEST_DATABASE_STALE"
  | "CONFIG_INVALID"
  | "CONTRACT_GAP"
  | "DESCRIPTION_BROKEN"
  | "MIGRATIONS_PENDING"
  | "PLUGIN_BROKEN"
  | "MODEL_INVALID"
  | "NAME_INVALID"
  | "FILE_EXISTS"
  | "FILE_CHANGED"
  | "FILE_EDITED"
  | "FILE_UNWRITABLE"
  | "FOLDER_NOT_EMPTY"
  | "PORT_IN_USE"
  | "REFUSED_IN_PRODUCTION";

export class FrameworkError extends CodedError {
  declare readonly code: FrameworkErrorCode;

  constructor(code: FrameworkErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
