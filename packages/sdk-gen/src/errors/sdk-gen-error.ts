import { CodedError, type Diagnostic, type ErrorDetails } from "@onespec/spec-core";

/** The reason why no client was written. The README lists each code with its fix. */
export type SdkGenErrorCode =
  | "OUTPUT_NOT_OURS"
  | "OUTPUT_EDITED"
  | "OUTPUT_LINKED"
  | "OUTPUT_UNWRITABLE"
  | "MANIFEST_UNREADABLE"
  | "CONFIG_UNREADABLE"
  | "CONFIG_INVALID"
  | "CONFIG_NOT_GIVEN"
  | "MODELS_TOO_MANY"
  | "REFERENCES_BROKEN"
  | "STOPPED"
  | "VERSION_INVALID"
  | "VERSION_TOO_LOW";

/** A change that callers notice. */
interface NoticedChange {
  readonly effect: "added" | "changed" | "breaking";
  readonly message: string;
}

interface SdkGenDetails extends ErrorDetails {
  readonly changes?: readonly NoticedChange[];
  readonly problems?: readonly Diagnostic[];
}

export class SdkGenError extends CodedError {
  declare readonly code: SdkGenErrorCode;
  /** The changes that ask for a higher version. */
  readonly changes: readonly NoticedChange[];
  /** The problems of the description that prevent a client. */
  readonly problems: readonly Diagnostic[];

  constructor(code: SdkGenErrorCode, message: string, { changes = [], problems = [], ...details }: SdkGenDetails = {}) {
    super(code, message, details);
    this.changes = changes;
    this.problems = problems;
  }
}
