import type { SourceLocation } from "@onespec/spec-core";
import { OptionsError } from "./options-error.js";

/** One mistake in seeds. */
export interface SeedProblem {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly location: SourceLocation;
}

const MOST_IN_MESSAGE = 3;

/** Seeds that the description does not allow: every mistake. */
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
