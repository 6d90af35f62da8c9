import type { Terminal } from "@onespec/command-line";
import { Command } from "commander";
import type { CommandContext } from "./command-context.js";

/** The command line of framework. It throws commander's errors instead of ending the process. */
export function createProgram(terminal: Terminal, outcome: CommandContext["outcome"]): Command {
  const program = new Command("framework")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .description("A modular web framework, contract first.");
  const context: CommandContext = { terminal, outcome };
  // One line for each command, in the order in which they are listed.
  program.commandsGroup("Start:");
  program.commandsGroup("Generate:");
  program.commandsGroup("Database:");
  program.commandsGroup("Run:");
  program.commandsGroup("Contract:");
  program.commandsGroup("Help:");
  void context;
  return program;
}
