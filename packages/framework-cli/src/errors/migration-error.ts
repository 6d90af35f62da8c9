import { CodedError, type ErrorDetails } from "@onespec/spec-core/errors";

/** Codes of errors in planning and running migrations. The README lists each with its fix. */
export type MigrationErrorCode =
  | "ANSWER_INVALID"
  | "DESTRUCTIVE_CHANGE"
  | "PRIMARY_KEY_CHANGE"
  | "MIGRATION_INVALID"
  | "MIGRATION_FAILED"
  | "MIGRATION_UNFINISHED"
  | "MIGRATION_UNKNOWN"
  | "MIGRATION_IRREVERSIBLE"
  | "MIGRATIONS_LOCKED"
  | "LOCK_LOST"
  | "STRUCTURE_UNSUPPORTED"
  | "NOT_OWNED"
  | "SEED_FAILED";

export class MigrationError extends CodedError {
  declare readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}
