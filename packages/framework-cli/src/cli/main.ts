import { reportError, type Terminal } from "@onespec/command-line";
import { CommanderError } from "commander";
import { createProgram } from "./program.js";

/** Runs the command line to its end. Never throws. The exit code: 0 done, 1 something the user can fix, 2 wrong usage, 70 a bug of ours. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const outcome = { exitCode: 0 };
  let { program: asked } = terminal;
  try {
    const program = createProgram(terminal, outcome);
    const [first = ""] = args;
    if (program.commands.some((command) => command.name() === first)) asked += ` ${first}`;
    if (args.every((argument) => argument === "--debug")) {
      const { overview } = await import("./overview.js");
      terminal.out(`${overview(process.cwd())}\n${program.helpInformation()}`);
      return 0;
    }
    await program.parseAsync(args, { from: "user" });
    return outcome.exitCode;
  } catch (error) {
    // Hints on wrong usage name the help of the command that was meant; a bug is one of the whole.
    return reportError(error, error instanceof CommanderError ? { ...terminal, program: asked } : terminal);
  }
}
