import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { parseSeconds, wholeNumber } from "./options.js";

export function registerMigrationsRun(program: Command, context: CommandContext): void {
  program
    .command("migrations:run")
    .description("run the pending migrations")
    .option("--to <name>", "the last one to run, by its name or the beginning of it")
    .option("--step <count>", "run at most this many", wholeNumber(1))
    .option("--dry-run", "print the statements and execute nothing")
    .option("--wait <seconds>", "how long to wait for another process that runs them (default: 60)", parseSeconds)
    .option("--json", "print the result as JSON")
    .action((flags: CommonFlags) => run(flags, context));
}

async function run(flags: CommonFlags, { terminal }: CommandContext): Promise<void> {
  const [{ withMigrations }, { runMigrations }, { migrationStatus, readJournal }, report] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/run/run-migrations.js"),
    import("../migrations/run/migration-status.js"),
    import("./migration-report.js"),
  ]);
  const range = { to: flags.to, step: flags.step };
  await withMigrations(report.sessionOptions(flags, terminal), async (session) => {
    const { target, files, appFolder } = session;
    const { entries } = await readJournal(target.journal, files, "");
    report.warnOfFiles(migrationStatus(files, entries), terminal);
    if (flags.dryRun) {
      const [{ selectPending }, { explainMigrations }] = await Promise.all([
        import("../migrations/run/select-migrations.js"),
        import("../migrations/run/explain-migrations.js"),
      ]);
      const pending = selectPending(files, entries, range);
      const text = await explainMigrations(appFolder, pending, target);
      terminal.out(
        flags.json
          ? `${JSON.stringify({ dryRun: true, pending: pending.map(({ name }) => name), sql: text })}\n`
          : pending.length === 0
            ? "Nothing to run: the database is up to date.\n"
            : text,
      );
      return;
    }
    const runs = await runMigrations(session, range);
    if (flags.json) terminal.out(`${JSON.stringify({ runs }, null, 2)}\n`);
    else if (runs.length === 0) terminal.out("Nothing to run: the database is up to date.\n");
  });
}
