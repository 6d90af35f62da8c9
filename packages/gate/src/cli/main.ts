import { reportError, type Terminal } from "@onespec/command-line";
import { createProgram } from "./program.js";

/** Exit code for a gate that could not compare: 1 is kept for changes that break. */
const COULD_NOT_COMPARE = 2;

/** Runs the command line and never throws. Exit codes: 0 nothing breaks, 1 something does, 2 wrong use, 70 a bug of ours. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal, async (before, after, flags) => {
    const { gate } = await import("../commands/gate.js");
    exitCode = await gate(before, after, flags, terminal);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    const code = reportError(error, terminal, program);
    return code === 1 ? COULD_NOT_COMPARE : code;
  }
}
