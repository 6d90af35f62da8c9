import type { Command } from "commander";
import type { ImportSource } from "../spec/import/import-source.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { lenientOption, referenceOption } from "./options.js";

/** Registers `spec:import <description>`, which writes models, a migration, services and actions. */
export function registerSpecImport(program: Command, context: CommandContext): void {
  program
    .command("spec:import")
    .description(
      "import an OpenAPI description: write models, a migration, services and actions; run again after it changes",
    )
    .argument("<description>", "path or URL of the description (YAML or JSON)")
    .option("--dry-run", "show the files and write nothing")
    .option("--force", "replace edited and existing files")
    .option("--answers <file>", "JSON file with answers to the questions of an earlier run")
    .option("--allow-destructive", "allow the migration to drop data that the description no longer has")
    .addOption(referenceOption())
    .addOption(lenientOption())
    .option("--json", "print the report as JSON")
    .action(async (source: string, flags: CommonFlags) => {
      const { readDescription } = await import("./read-description.js");
      const read = await readDescription(source, flags, context.terminal);
      const { findAppFolder } = await import("../files/app-files.js");
      const { hasMigration } = await importDescription(findAppFolder(process.cwd()), read, flags, context);
      if (hasMigration && !flags.dryRun && !flags.json) {
        context.terminal.err("Next: framework migrations:run, then framework lift.\n");
      }
    });
}

/** Imports a description into an application and prints a report. */
export async function importDescription(
  appFolder: string,
  source: ImportSource,
  flags: CommonFlags,
  { terminal, outcome }: Pick<CommandContext, "terminal" | "outcome">,
): Promise<{ readonly hasMigration: boolean }> {
  const { planImport } = await import("../spec/import/plan-import.js");
  const { applyChanges } = await import("../change/apply-changes.js");
  const { importFacts, reportImport } = await import("../spec/import/report-import.js");
  const { formatQuestions, readAnswers } = await import("./questions.js");
  const answers = await readAnswers(flags.answers);
  const { force, allowDestructive } = flags;
  const plan = await planImport({ appFolder, source, force, answers, allowDestructive });
  const { questions } = plan.migration;
  if (questions.length > 0 && !plan.isHeldBack) {
    outcome.exitCode = 3;
    if (flags.json) terminal.out(`${JSON.stringify({ questions }, null, 2)}\n`);
    else terminal.err(formatQuestions(questions, answers));
    return { hasMigration: false };
  }
  if (!flags.dryRun) await applyChanges(plan.changes, appFolder);
  if (plan.files.conflicts.length > 0 || plan.files.inTheWay.length > 0) outcome.exitCode = 1;
  if (flags.json) terminal.out(`${JSON.stringify({ dryRun: flags.dryRun ?? false, ...importFacts(plan) }, null, 2)}\n`);
  else terminal.out(reportImport(plan, flags.dryRun ?? false));
  return { hasMigration: plan.migration.migration !== undefined && !plan.isHeldBack };
}
