import { formatProblem, reportError, type Terminal } from "@onespec/command-line";
import { SeedsError } from "../errors/seeds-error.js";
import { countText } from "./count-text.js";

const MOST = 50;

/** Says every mistake in seeds with its file and line; any other error as ever. Returns the exit code. */
export function reportSeedsOr(error: unknown, terminal: Terminal): number {
  if (!(error instanceof SeedsError)) return reportError(error, terminal);
  const { problems, code, hint } = error;
  for (const problem of problems.slice(0, MOST)) terminal.err(formatProblem("error", problem, terminal.errColor));
  const more = problems.length > MOST ? `, the first ${MOST} of them above` : "";
  const message = `${countText(problems.length, "mistake")} in the seeds${more}.`;
  terminal.err(formatProblem("error", { message, code, hint }, terminal.errColor));
  return 1;
}
