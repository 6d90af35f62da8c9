import { reportError, type Terminal } from "@onespec/command-line";
import { createProgram } from "./program.js";

/** Runs the command line to its end. Never throws. The exit code: 0 done, 1 something the user can fix, 2 wrong usage, 70 a bug of ours. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const outcome = { exitCode: 0 };
  try {
    await createProgram(terminal, outcome).parseAsync(args, { from: "user" });
    return outcome.exitCode;
  } catch (error) {
    return reportError(error, terminal);
  }
}
