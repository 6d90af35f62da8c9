import { reportError, type Terminal } from "@onespec/command-line";
import { createProgram } from "./program.js";

/** Runs the command line and never throws. Exit codes: 0 done, 1 an error that the user can fix, 2 wrong usage, 70 a bug of ours. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal, async (invocation) => {
    const { generate } = await import("../commands/generate.js");
    exitCode = await generate(invocation, terminal);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportError(error, terminal, program);
  }
}
