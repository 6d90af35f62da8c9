import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";

export function registerMigrationsUnlock(program: Command, context: CommandContext): void {
  program
    .command("migrations:unlock")
    .description("release the lock of a migration process that died")
    .option("--force", "release it even if the process may still run")
    .option("--json", "print the result as JSON")
    .action((flags: CommonFlags) => unlock(flags, context));
}

async function unlock(flags: CommonFlags, { terminal, outcome }: CommandContext): Promise<void> {
  const [{ withMigrations }, { isGone }] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../files/process-identity.js"),
  ]);
  await withMigrations({ cwd: process.cwd() }, async ({ target }) => {
    const holder = await target.locks?.read();
    const mayGo = holder !== undefined && (flags.force === true || isGone(holder));
    if (mayGo) await target.locks?.release(holder.token);
    if (holder !== undefined && !mayGo) outcome.exitCode = 1;
    if (flags.json) terminal.out(`${JSON.stringify({ holder: holder ?? null, unlocked: mayGo })}\n`);
    else if (holder === undefined) terminal.out("Nothing is locked.\n");
    else if (mayGo) terminal.out(`Unlocked. ${holder.holder} had held the lock since ${holder.since}.\n`);
    else
      terminal.err(
        `${holder.holder} has held the lock since ${holder.since} and may still run. If it does not run, use --force.\n`,
      );
  });
}
