import { reportError, type Terminal } from "@onespec/command-line";
import { nearestName } from "@onespec/spec-core";
import { type Command, CommanderError } from "commander";
import { createProgram } from "./program.js";

/** Exit code of `check` if it could not begin. Exit code 1 is for findings. */
const COULD_NOT_CHECK = 2;

/**
 * Runs the command line until it is done. A server is done when `terminal.stop` is aborted and all data is written.
 * Never throws. Returns the exit code: 0 done, 1 an error that the user can fix, 2 wrong usage or a check that could
 * not begin, 70 a bug of ours.
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
    const exitCode = reportError(clearer(error, program, first, own.program), own, calledCommand(program, first));
    return exitCode === 1 && first === "check" ? COULD_NOT_CHECK : exitCode;
  }
}

function calledCommand(program: Command, first: string): Command {
  return program.commands.find((command) => command.name() === first) ?? program;
}

/** Usage errors of commander's with a next step. */
function clearer(error: unknown, program: Command, first: string, called: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  const command = calledCommand(program, first);
  const say = (message: string, hint: string): CommanderError =>
    new CommanderError(error.exitCode, error.code, `error: ${message}\n(${hint})`);
  if (error.code === "commander.missingArgument") {
    const values = command.registeredArguments.map((argument) => EXAMPLE_VALUES[argument.name()] ?? "api.yaml");
    return say(error.message.replace(/^error: /, ""), `Example: ${called} ${values.join(" ")}.`);
  }
  if (error.code !== "commander.excessArguments") return error;
  const names = program.commands.map((one) => one.name());
  // Commander takes a misspelt command for the description, and then there are too many arguments.
  const meant = command === program ? nearestName(first, names) : undefined;
  if (meant !== undefined) return say(`there is no command ${first}.`, `Did you mean ${meant}?`);
  const rest = command === program ? command.args.slice(1).join(" ") : "";
  if (/^\w+$/.test(first) && rest !== "")
    return say(`there is no command ${first}.`, `Leave that word out: mock-server ${rest}.`);
  const extra = command.args.slice(command.registeredArguments.length);
  const flags = "In an npm script, flags come after --: npm run mock -- --port 3001.";
  return say(`too many arguments: ${extra.join(", ")}.`, `Put the name of a flag before its value. ${flags}`);
}

const EXAMPLE_VALUES: Readonly<Record<string, string>> = { url: "http://localhost:8080" };
