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
  void (outcome satisfies CommandContext["outcome"]);
  return program;
}
