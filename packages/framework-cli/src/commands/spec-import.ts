import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import type { CommandContext } from "../cli/command-context.js";
import type { Answers } from "../migrations/question.js";
import type { ImportSource } from "../spec/import/import-source.js";

interface SpecImportFlags {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly answers?: string;
  readonly allowDestructive?: boolean;
  readonly allowRefs?: boolean;
}

/** `spec:import <description>`: the resources of a description as models, a migration, services and actions that answer. */
export function registerSpecImport(program: Command, context: CommandContext): void {
  program
    .command("spec:import")
    .description(
      "take over an OpenAPI description: models, a migration, services and actions that answer; again after it changed",
    )
    .argument("<description>", "path or URL of the description (YAML or JSON)")
    .option("--dry-run", "write nothing; say what would be written")
    .option("--force", "write over edited files, and over files that are in the way")
    .option("--answers <file>", "JSON file with answers to the questions of an earlier run")
    .option("--allow-destructive", "let the migration drop what the description no longer has")
    .option(
      "--allow-refs",
      "follow references to http(s) addresses, and to files outside the folder of the description",
    )
    .addOption(new Option("--allow-remote-refs").implies({ allowRefs: true }).hideHelp())
    .option("--json", "print the report as JSON")
    .action(async (source: string, flags: SpecImportFlags) => {
      const { readImportSource } = await import("../spec/import/import-source.js");
      const read = await readImportSource(source, flags.allowRefs ?? false);
      const { hasMigration } = await importDescription(read, flags, context);
      if (hasMigration && !flags.dryRun && !flags.json) {
        context.terminal.err("Next: framework migrations:run, then framework lift.\n");
      }
    });
}

/** Takes a description over into the application of the current folder, and tells what came of it. */
export async function importDescription(
  source: ImportSource,
  flags: Omit<SpecImportFlags, "allowRefs">,
  { terminal, outcome }: Pick<CommandContext, "terminal" | "outcome">,
): Promise<{ readonly hasMigration: boolean }> {
  const { findAppFolder } = await import("../app/find-app-folder.js");
  const { planImport } = await import("../spec/import/plan-import.js");
  const { applyChanges } = await import("../change/apply-changes.js");
  const { importFacts, reportImport } = await import("../spec/import/report-import.js");
  const appFolder = findAppFolder(process.cwd());
  const plan = await planImport({
    appFolder,
    source,
    force: flags.force ?? false,
    answers: flags.answers === undefined ? {} : await readAnswers(flags.answers),
    allowDestructive: flags.allowDestructive ?? false,
    now: new Date(),
  });
  const { questions } = plan.migration;
  if (questions.length > 0) {
    outcome.exitCode = 3;
    const { formatQuestions } = await import("./format-questions.js");
    if (flags.json) terminal.out(`${JSON.stringify({ questions }, null, 2)}\n`);
    else terminal.err(formatQuestions(questions));
    return { hasMigration: false };
  }
  if (!flags.dryRun) await applyChanges(plan.changes, appFolder);
  if (plan.files.conflicts.length > 0 || plan.files.inTheWay.length > 0) outcome.exitCode = 1;
  if (flags.json) terminal.out(`${JSON.stringify({ dryRun: flags.dryRun ?? false, ...importFacts(plan) }, null, 2)}\n`);
  else terminal.out(reportImport(plan, flags.dryRun ?? false));
  return { hasMigration: plan.migration.migration !== undefined };
}

async function readAnswers(file: string): Promise<Answers> {
  const { FrameworkError } = await import("../errors/framework-error.js");
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Answers;
    throw new SyntaxError("it holds no object");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FrameworkError("NAME_INVALID", `${file} cannot be read as answers: ${reason}.`, {
      hint: 'Write a JSON object: the id of each question and its answer, { "column books.title": "new" }.',
      cause,
    });
  }
}
