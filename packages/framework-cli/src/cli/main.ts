import { reportError, type Terminal } from "@onespec/command-line";
import { type Command, CommanderError } from "commander";
import { asCalled } from "./called-as.js";
import { withMeantCommand } from "./meant-command.js";
import { createProgram } from "./program.js";

/**
 * Runs the command line until it is done. Never throws.
 * @param called how the user called the command, see `calledAs`
 * @returns the exit code: 0 done, 1 an error that the user can fix, 2 wrong usage, 70 a bug of ours
 */
export async function main(args: readonly string[], given: Terminal, called = "framework"): Promise<number> {
  const spoken = (text: string): string => asCalled(text, called);
  const terminal: Terminal = { ...given, err: (text) => given.err(spoken(text)) };
  const outcome = { exitCode: 0 };
  let asked = called;
  let names: readonly string[] = [];
  let command: Command | undefined;
  try {
    const program = createProgram(terminal, outcome, called);
    const [first = ""] = args;
    names = program.commands.map((command) => command.name());
    command = program.commands.find((one) => one.name() === first);
    if (command) asked += ` ${first}`;
    if (args.every((argument) => argument === "--debug")) {
      const { overview } = await import("./overview.js");
      terminal.out(`${spoken(overview(process.cwd()))}\n${program.helpInformation()}`);
      return 0;
    }
    await program.parseAsync(args, { from: "user" });
    return outcome.exitCode;
  } catch (error) {
    // For wrong usage, hints name the help of the probable command. For a bug, the general help.
    const told = withMeantCommand(error, args[0] ?? "", names);
    return reportError(told, error instanceof CommanderError ? { ...terminal, program: asked } : terminal, command);
  }
}
