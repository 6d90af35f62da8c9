import { CodedError, type ErrorDetails, type SourceLocation } from "@onespec/spec-core";

/** An invalid option, seed, handler or credential. The README lists each code. */
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
  | "WEBHOOK_UNKNOWN"
  | "CERTIFICATE_UNREADABLE"
  | "CERTIFICATE_INVALID"
  | "OPERATION_UNKNOWN"
  | "BASELINE_MISSING"
  | "CREDENTIAL_UNSET"
  | "MCP_SDK_MISSING"
  | "UPSTREAM_MISSING"
  | "RECORD_FOLDER_MISSING"
  | "RECORD_FOLDER_TAKEN"
  | "HAR_UNREADABLE";

/** Thrown if an option, a config file or a handler cannot be used. */
export class OptionsError extends CodedError {
  declare readonly code: OptionsErrorCode;

  constructor(code: OptionsErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}

/** One mistake in seeds. */
export interface SeedProblem {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly location: SourceLocation;
}

const MOST_IN_MESSAGE = 3;

/** Thrown if seeds do not match the description. Lists every mistake. */
export class SeedsError extends OptionsError {
  readonly problems: readonly SeedProblem[];

  constructor(problems: readonly SeedProblem[]) {
    const shown = problems.slice(0, MOST_IN_MESSAGE).map(({ message, location: { file, line } }) => {
      return `${file}${line === undefined ? "" : `:${line}`}: ${message}`;
    });
    const more = problems.length > shown.length ? `; and ${problems.length - shown.length} more` : "";
    super("SEEDS_INVALID", `The seeds cannot be used: ${shown.join("; ")}${more}.`, {
      hint: "Correct the seeds; nothing was written.",
    });
    this.problems = problems;
  }
}
