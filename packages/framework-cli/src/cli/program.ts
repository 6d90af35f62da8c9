import type { Terminal } from "@onespec/command-line";
import { Command } from "commander";
import { registerControllersGenerate } from "../commands/controllers-generate.js";
import { registerModelsGenerate } from "../commands/models-generate.js";
import { registerPoliciesGenerate } from "../commands/policies-generate.js";
import { registerResourcesGenerate } from "../commands/resources-generate.js";
import { registerServicesGenerate } from "../commands/services-generate.js";
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
  const context: CommandContext = {
    terminal,
    outcome,
    run: async (args) => void (await createProgram(terminal, outcome).parseAsync(args, { from: "user" })),
  };
  // One line for each command, in the order in which they are listed.
  program.commandsGroup("Start:");
  program.commandsGroup("Generate:");
  registerResourcesGenerate(program, context);
  registerControllersGenerate(program, context);
  registerModelsGenerate(program, context);
  registerServicesGenerate(program, context);
  registerPoliciesGenerate(program, context);
  program.commandsGroup("Database:");
  program.commandsGroup("Run:");
  program.commandsGroup("Contract:");
  program.commandsGroup("Help:");
  return program;
}
