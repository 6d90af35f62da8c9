import type { Command } from "commander";
import { createColors } from "picocolors";
import type { MigrationStatus } from "../migrations/run/migration-status.js";
import type { CommandContext, CommonFlags } from "./command-context.js";

interface StatusFlags extends CommonFlags {
  readonly drift?: boolean;
}

export function registerMigrationsStatus(program: Command, context: CommandContext): void {
  program
    .command("migrations:status")
    .description("list the migrations and their state in the database")
    .option("--drift", "compare the tables with the result of the migrations; exit 1 if they differ")
    .option("--json", "print the result as JSON")
    .action((flags: StatusFlags) => status(flags, context));
}

async function status(flags: StatusFlags, { terminal, outcome, spoken }: CommandContext): Promise<void> {
  const [{ withMigrations }, { migrationStatus, readJournal }, { warnOfFiles }, { isGone }, { migratedTables }] =
    await Promise.all([
      import("../migrations/run/with-migrations.js"),
      import("../migrations/run/migration-status.js"),
      import("./migration-report.js"),
      import("../files/process-identity.js"),
      import("../migrations/run/next-migration.js"),
    ]);
  await withMigrations({ cwd: process.cwd() }, async ({ target, files, appFolder }) => {
    const { entries } = await readJournal(target.journal, files, "");
    const statuses = migrationStatus(files, entries);
    const holder = await target.locks?.read();
    const applied = files.filter(({ name }) =>
      statuses.some((one) => one.name === name && one.finishedAt !== undefined),
    );
    const drift = flags.drift ? await target.drift(await migratedTables(appFolder, applied)) : undefined;
    if (drift !== undefined && drift.length > 0) outcome.exitCode = 1;
    if (flags.json) {
      terminal.out(
        `${JSON.stringify({ migrations: statuses, lock: holder ?? null, ...(drift !== undefined && { drift }) }, null, 2)}\n`,
      );
      return;
    }
    terminal.out(
      statuses.length === 0
        ? spoken("No migrations yet. Write one: framework migrations:generate <name>\n")
        : formatStatuses(statuses, terminal.outColor),
    );
    if (holder !== undefined) {
      const state = isGone(holder)
        ? "whose process has ended; the next run takes the lock over"
        : `since ${holder.since}`;
      terminal.out(`Locked by ${holder.holder}, ${state}.\n`);
    }
    if (drift !== undefined) {
      terminal.out(drift.length === 0 ? "The tables match the migrations.\n" : `${drift.join("\n")}\n`);
    }
    warnOfFiles(statuses, terminal);
  });
}

function formatStatuses(statuses: readonly MigrationStatus[], color: boolean): string {
  const colors = createColors(color);
  return statuses
    .map(({ name, state, batch, finishedAt, steps, error }) => {
      const paint =
        state === "applied" ? colors.green : state === "pending" || state === "late" ? colors.yellow : colors.red;
      const when = finishedAt === undefined ? "" : `  ${finishedAt.slice(0, 19)}Z  run ${batch}`;
      const half = steps === undefined ? "" : `  ${steps.length} steps done`;
      const why = error === undefined ? "" : `\n          ${error}`;
      return `${paint(state.padEnd(8))}  ${name}${when}${half}${why}\n`;
    })
    .join("");
}
