import type { Command } from "commander";
import type { FileChange } from "../change/plan-changes.js";
import type { Entity } from "../entity/entity.js";
import { listText } from "../text/phrases.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";

interface GenerateFlags extends CommonFlags {
  readonly empty?: boolean;
  readonly baseline?: boolean;
}

const HELP = `
The command asks what it cannot know: whether a column is new or renamed, and what existing rows get in
a column without null. It then exits with code 3 and prints the answers file to fill in.
`;

export function registerMigrationsGenerate(program: Command, context: CommandContext): void {
  program
    .command("migrations:generate")
    .description("write a migration with the changes in the models")
    .argument("<name...>", "what it does, in a few words: add-isbn")
    .option("--empty", "write an empty migration, such as for changes of rows")
    .option("--baseline", "write a migration that keeps existing tables, such as those of db:sync or another tool")
    .option("--answers <file>", "JSON file with answers to the questions of an earlier run")
    .option("--allow-destructive", "allow dropping tables, columns or parts of values")
    .option("--check", "write nothing; exit 1 if the models have changes without a migration")
    .option("--dry-run", "show the migration and write nothing")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action((words: readonly string[], flags: GenerateFlags) => generate(words.join(" "), flags, context));
}

async function generate(name: string, flags: GenerateFlags, { terminal, outcome }: CommandContext): Promise<void> {
  const [{ app, ...generator }, { formatQuestions, readAnswers }, { nextMigration }, syncing, { syncNotes }] =
    await Promise.all([
      currentGenerator(),
      import("./questions.js"),
      import("../migrations/run/next-migration.js"),
      import("../generate/schema-sync.js"),
      import("./write-changes.js"),
    ]);
  const entities = await generator.entities();
  const answers = await readAnswers(flags.answers);
  const absentColumns = flags.baseline ? await findAbsentColumns(entities) : [];
  const plan = await nextMigration(app.folder, {
    entities,
    name,
    now: new Date(),
    answers,
    allowDestructive: (flags.allowDestructive || flags.check) ?? false,
    empty: flags.empty ?? false,
    ...(flags.baseline && { baseline: { absentColumns } }),
    typescript: app.language === "typescript",
  });
  const { questions, operations, losses } = plan;
  if (questions.length > 0 && !flags.check) {
    outcome.exitCode = 3;
    if (flags.json) terminal.out(`${JSON.stringify({ questions }, null, 2)}\n`);
    else terminal.err(formatQuestions(questions, answers));
    return;
  }
  if (flags.check) {
    const isStale = operations.length > 0 || questions.length > 0;
    if (isStale) outcome.exitCode = 1;
    if (flags.json) terminal.out(`${JSON.stringify({ changed: isStale, operations, questions }, null, 2)}\n`);
    else terminal.out(isStale ? "The models have changes without a migration.\n" : "No changes.\n");
    return;
  }
  const sync = flags.empty ? undefined : syncing.planSchemaSync(app, entities, app.manifest);
  const changes = [...plan.changes, ...(sync === undefined || sync.behind.length === 0 ? [] : sync.changes)];
  if (changes.length === 0) {
    terminal.out(
      flags.json
        ? `${JSON.stringify({ files: [], operations: [] })}\n`
        : "No changes: the migrations match the models.\n",
    );
    return;
  }
  const { applyChanges } = await import("../change/apply-changes.js");
  if (!flags.dryRun) await applyChanges(changes, app.folder);
  if (flags.json) {
    const told = changes.filter(isShown).map(({ kind, path }) => ({ kind, path }));
    terminal.out(
      `${JSON.stringify({ dryRun: flags.dryRun ?? false, files: told, migration: plan.migration, operations, losses, risks: plan.risks ?? [] }, null, 2)}\n`,
    );
    return;
  }
  for (const change of changes.filter(isShown)) {
    const isMigration = change.kind === "create" && plan.changes.includes(change);
    if (flags.dryRun && isMigration) terminal.out(`${change.path}:\n\n${change.content}`);
    else terminal.out(`${change.kind}  ${change.path}\n`);
  }
  if (absentColumns.length > 0)
    terminal.err(
      `Not in the database: ${listText(absentColumns, 10)}. Add them: framework migrations:generate <name>\n`,
    );
  if (losses.length > 0) terminal.err(`It loses ${losses.join(", ")}.\n`);
  for (const risk of plan.risks ?? []) terminal.err(`warning: ${risk}\n`);
  for (const note of sync === undefined ? [] : syncNotes(sync)) terminal.err(`${note}\n`);
  if (flags.dryRun) terminal.err("Nothing was written: --dry-run.\n");
  else if (plan.migration !== undefined) terminal.err("Next: migrations:run\n");
}

/** Columns of models that their tables in the database lack: `users.age`. */
async function findAbsentColumns(entities: readonly Entity[]): Promise<readonly string[]> {
  const [{ withMigrations }, { tablesOf }] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/tables/tables-of.js"),
  ]);
  return withMigrations({ cwd: process.cwd() }, ({ target }) => target.absentColumns(tablesOf(entities)));
}

/** The framework's own records are not shown. */
function isShown({ path }: FileChange): boolean {
  return !path.startsWith(".framework/");
}
