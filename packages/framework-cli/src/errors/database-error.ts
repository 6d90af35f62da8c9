import { CodedError, type ErrorDetails } from "@onespec/spec-core/errors";

/** Codes of database errors. The README lists each with its fix. */
export type DatabaseErrorCode =
  | "DRIVER_MISSING"
  | "UNAVAILABLE"
  | "ACCESS_DENIED"
  | "UNIQUE_VIOLATION"
  | "FOREIGN_KEY_VIOLATION"
  | "VALUE_REFUSED"
  | "UNKNOWN_FIELD"
  | "UNKNOWN_ENTITY"
  | "TRANSACTIONS_UNSUPPORTED"
  | "SEQUELIZE_UNSUPPORTED"
  | "WRITE_CONFLICT"
  | "QUERY_FAILED";

export class DatabaseError extends CodedError {
  declare readonly code: DatabaseErrorCode;
  /** Names of the invalid fields, as far as they are known. */
  readonly fields: readonly string[];
  /** Name of the violated key, index or rule, if the database reports it. */
  readonly constraint: string | undefined;
  /** Each rejected value with its reason, as far as they are known. Clients get these instead of the message. */
  readonly violations: readonly FieldViolation[];
  /** The table or column that a statement names and the database does not have. */
  readonly absent: Absent | undefined;
  /** The option that the method does not have. */
  readonly option: string | undefined;

  constructor(code: DatabaseErrorCode, message: string, given: DatabaseErrorDetails = {}) {
    const { fields = [], constraint, absent, option, violations = [], ...details } = given;
    super(code, message, details);
    this.fields = fields;
    this.constraint = constraint;
    this.absent = absent;
    this.option = option;
    this.violations = violations;
  }
}

type DatabaseErrorDetails = ErrorDetails &
  Partial<Pick<DatabaseError, "fields" | "constraint" | "absent" | "option" | "violations">>;

/** Why one value of a record is rejected. */
export interface FieldViolation {
  /** Absent if the record as a whole is rejected. */
  readonly field?: string;
  /** A sentence, or the end of one that begins with the field's name: `must have a value`. */
  readonly reason: string;
  /** The words of the application's own validator. */
  readonly isSentence?: boolean;
}

export interface Absent {
  readonly kind: "table" | "column";
  readonly name: string;
}
