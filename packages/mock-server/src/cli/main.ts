import { reportError, type Terminal } from "@onespec/command-line";
import { nearestName } from "@onespec/spec-core";
import { CommanderError } from "commander";
import { createProgram } from "./program.js";

/** Exit code of `check` if it could not begin: 1 stands for findings. */
const COULD_NOT_CHECK = 2;

/**
 * Runs the command line to its end; with a server, that is when `terminal.stop` is aborted and all data is written.
 * Never throws. The exit code: 0 done, 1 something the user can fix, 2 wrong usage or a check that could not begin, 70 a bug of ours.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  // Help and usage errors do not need the commands' code.
  const program = createProgram(
    terminal,
    async (source, flags) => {
      const { serve } = await import("../commands/serve.js");
      exitCode = await serve(source, flags, terminal);
    },
    {
      async check(source, url, flags) {
        const { check } = await import("../commands/check.js");
        exitCode = await check(source, url, flags, terminal);
      },
      async mcp(source, flags) {
        const { mcp } = await import("../commands/mcp.js");
        exitCode = await mcp(source, flags, terminal);
      },
      async proxy(source, flags) {
        const { serve } = await import("../commands/serve.js");
        exitCode = await serve(source, flags, terminal);
      },
    },
  );
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    const names = program.commands.map((command) => command.name());
    const [first = ""] = args;
    // Hints name the help of the command that was called.
    const own = names.includes(first) ? { ...terminal, program: `${terminal.program} ${first}` } : terminal;
    const exitCode = reportError(isExcess(error) ? misspelt(first, names, error) : error, own);
    return exitCode === 1 && first === "check" ? COULD_NOT_CHECK : exitCode;
  }
}

function isExcess(error: unknown): error is CommanderError {
  return error instanceof CommanderError && error.code === "commander.excessArguments";
}

/** A misspelt command is taken for the description, and the arguments behind it are too many. */
function misspelt(word: string, names: readonly string[], error: CommanderError): CommanderError {
  const meant = names.includes(word) ? undefined : nearestName(word, names);
  if (meant === undefined) return error;
  const message = `error: there is no command ${word}.\n(Did you mean ${meant}?)`;
  return new CommanderError(error.exitCode, error.code, message);
}
