import { reportError, type Terminal } from "@onespec/command-line";
import { createProgram } from "./program.js";

/** Runs the command line to its end. Never throws. The exit code: 0 done, 1 something the user can fix, 2 wrong usage, 70 a bug of ours. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const outcome = { exitCode: 0 };
  try {
    const program = createProgram(terminal, outcome);
    if (args.every((argument) => argument === "--debug")) {
      const { overview } = await import("./overview.js");
      terminal.out(`${overview(process.cwd())}\n${program.helpInformation()}`);
      return 0;
    }
    await program.parseAsync(args, { from: "user" });
    return outcome.exitCode;
  } catch (error) {
    return reportError(error, terminal);
  }
}
