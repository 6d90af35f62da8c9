import type { Terminal } from "@onespec/command-line";
import { Command } from "commander";
import { registerAction } from "../commands/action.js";
import type { CommandContext } from "../commands/command-context.js";
import { argumentText, registerCompletion } from "../commands/completion.js";
import { registerConsole } from "../commands/console.js";
import { registerControllersGenerate } from "../commands/controllers-generate.js";
import { registerDbCreate, registerDbDrop, registerDbReset } from "../commands/db-create.js";
import { registerDbSeed } from "../commands/db-seed.js";
import { registerDbSync } from "../commands/db-sync.js";
import { registerDestroy } from "../commands/destroy.js";
import { registerDoctor } from "../commands/doctor.js";
import { registerLift } from "../commands/lift.js";
import { registerMigrationsGenerate } from "../commands/migrations-generate.js";
import { registerMigrationsResolve } from "../commands/migrations-resolve.js";
import { registerMigrationsRun } from "../commands/migrations-run.js";
import { registerMigrationsStatus } from "../commands/migrations-status.js";
import { registerMigrationsRedo, registerMigrationsUndo } from "../commands/migrations-undo.js";
import { registerMigrationsUnlock } from "../commands/migrations-unlock.js";
import { registerModelsGenerate, registerResourcesGenerate } from "../commands/models-generate.js";
import { registerModelsSyncSchemas } from "../commands/models-sync-schemas.js";
import { registerNew } from "../commands/new.js";
import { registerPoliciesGenerate } from "../commands/policies-generate.js";
import { registerRoutes } from "../commands/routes.js";
import { registerServicesGenerate } from "../commands/services-generate.js";
import { registerSpecDiff } from "../commands/spec-diff.js";
import { registerSpecExport } from "../commands/spec-export.js";
import { registerSpecImport } from "../commands/spec-import.js";
import { readPackageInfo } from "../files/package-info.js";
import { listText } from "../text/phrases.js";
import { asCalled } from "./called-as.js";
import { examplesText } from "./command-examples.js";

/** The command line of framework. It throws commander's errors instead of ending the process. */
export function createProgram(
  terminal: Terminal,
  outcome: CommandContext["outcome"],
  called: CommandContext["called"],
): Command {
  const spoken = (text: string): string => asCalled(text, called);
  const program = new Command("framework")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => {},
      getOutHasColors: () => terminal.outColor,
    })
    .description("Create and run web applications, from an OpenAPI description or from generators.")
    .version(readPackageInfo().version)
    .option("--debug", "show the stack of unexpected errors")
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentText)].join(" "),
    })
    .helpCommand(false)
    .hook("preAction", () => undoInterruptedChanges(terminal));
  const context: CommandContext = {
    terminal,
    outcome,
    spoken,
    called,
    run: async (args, out = (text) => terminal.out(text)) => {
      await createProgram({ ...terminal, out }, outcome, called).parseAsync(args, { from: "user" });
    },
  };
  // One line for each command, in the order in which they are listed.
  program.commandsGroup("Start:");
  registerNew(program, context);
  program.commandsGroup("Generate:");
  registerResourcesGenerate(program, context);
  registerControllersGenerate(program, context);
  registerModelsGenerate(program, context);
  registerModelsSyncSchemas(program, context);
  registerServicesGenerate(program, context);
  registerPoliciesGenerate(program, context);
  registerDestroy(program, context);
  program.commandsGroup("Database:");
  registerMigrationsGenerate(program, context);
  registerMigrationsRun(program, context);
  registerMigrationsUndo(program, context);
  registerMigrationsRedo(program, context);
  registerMigrationsStatus(program, context);
  registerMigrationsResolve(program, context);
  registerMigrationsUnlock(program, context);
  registerDbSync(program, context);
  registerDbSeed(program, context);
  registerDbCreate(program, context);
  registerDbDrop(program, context);
  registerDbReset(program, context);
  program.commandsGroup("Run:");
  registerLift(program, context);
  registerRoutes(program, context);
  registerConsole(program, context);
  registerAction(program, context);
  program.commandsGroup("Contract:");
  registerSpecImport(program, context);
  registerSpecDiff(program, context);
  registerSpecExport(program, context);
  program.commandsGroup("Help:");
  registerDoctor(program, context);
  registerCompletion(program, context);
  for (const command of program.commands) command.addHelpText("after", () => spoken(examplesText(command.name())));
  return program;
}

/** Restores files if a generator was killed while it wrote them. */
async function undoInterruptedChanges(terminal: Terminal): Promise<void> {
  const [{ undoInterrupted }, { findAppFolder }] = await Promise.all([
    import("../change/undo-interrupted.js"),
    import("../files/app-files.js"),
  ]);
  let folder: string;
  try {
    folder = findAppFolder(process.cwd());
  } catch {
    return;
  }
  const undone = undoInterrupted(folder);
  if (undone.length === 0) return;
  terminal.err(`A generator was killed half-way. Its changes were undone: ${listText(undone, 3)}. Run it again.\n`);
}
