import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";

export function registerDbSync(program: Command, context: CommandContext): void {
  program
    .command("db:sync")
    .description("change the tables to match the models without migrations and without losing data (not in production)")
    .option("--dry-run", "print the statements and execute nothing")
    .option("--json", "print the result as JSON")
    .action((flags: CommonFlags) => sync(flags, context));
}

async function sync(flags: CommonFlags, { terminal }: CommandContext): Promise<void> {
  const [
    { withMigrations, refuseInProduction },
    { holdLock },
    syncing,
    { loadEntities },
    { operationLabel },
    { migratedTables },
    report,
  ] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/run/hold-lock.js"),
    import("../migrations/database/sync-database.js"),
    import("../load/load-models.js"),
    import("../migrations/tables/operation.js"),
    import("../migrations/run/next-migration.js"),
    import("./migration-report.js"),
  ]);
  await withMigrations(report.sessionOptions(flags, terminal), async ({ target, appFolder, config, lock, files }) => {
    refuseInProduction(config.environment, "db:sync");
    const entities = await loadEntities(appFolder, config.database);
    const plan = await holdLock(target.locks, lock, async () => {
      const migrations = { files, tables: await migratedTables(appFolder, files) };
      const planned = await syncing.planSync(target, entities, migrations, new Date());
      if (!flags.json) {
        const explainer = flags.dryRun ? await target.explainer() : undefined;
        for (const operation of planned.operations) {
          const lines = (await explainer?.explain(operation)) ?? [operationLabel(operation)];
          for (const line of lines) terminal.out(`${line}\n`);
        }
        await explainer?.close();
        for (const held of planned.held) terminal.err(`Skipped: ${held}.\n`);
      }
      if (!flags.dryRun && planned.operations.length > 0) await syncing.carryOutSync(target, planned);
      return planned;
    });
    const { operations, held } = plan;
    if (flags.json) terminal.out(`${JSON.stringify({ dryRun: flags.dryRun ?? false, operations, held }, null, 2)}\n`);
    else if (operations.length === 0) terminal.out("Nothing to do: the tables match the models.\n");
  });
}
