import { type Command, Option } from "commander";
import type { DownRange } from "../migrations/run/run-migrations.js";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { parseSeconds, wholeNumber } from "./options.js";

interface DownFlags extends CommonFlags {
  readonly run?: boolean;
  readonly all?: boolean;
}

export function registerMigrationsUndo(program: Command, context: CommandContext): void {
  options(program.command("migrations:undo").description("undo the last migration"))
    .addOption(new Option("--all", "undo all migrations (not in production)").conflicts(["to", "step", "run"]))
    .action((flags: DownFlags) => undo(flags, context, "migrations:undo"));
}

export function registerMigrationsRedo(program: Command, context: CommandContext): void {
  options(
    program.command("migrations:redo").description("undo the last migration and run it again (not in production)"),
  ).action((flags: DownFlags) => undo(flags, context, "migrations:redo"));
}

function options(command: Command): Command {
  return command
    .addOption(new Option("--to <name>", "undo every migration after this one").conflicts(["step", "run"]))
    .addOption(new Option("--step <count>", "undo this many (default: 1)").argParser(wholeNumber(1)).conflicts("run"))
    .option("--run", "undo what the last migrations:run ran")
    .option("--allow-destructive", "allow dropping tables and columns that have rows")
    .option("--wait <seconds>", "how long to wait for another process that runs migrations (default: 60)", parseSeconds)
    .option("--json", "print the result as JSON");
}

async function undo(flags: DownFlags, { terminal }: CommandContext, command: string): Promise<void> {
  const [{ withMigrations, refuseInProduction }, { undoMigrations }, report] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/run/run-migrations.js"),
    import("./migration-report.js"),
  ]);
  const isRedo = command === "migrations:redo";
  const range: DownRange = { to: flags.to, step: flags.step, run: flags.run, all: flags.all };
  await withMigrations(report.sessionOptions(flags, terminal), async (session) => {
    if (isRedo || flags.all) refuseInProduction(session.config.environment, flags.all ? `${command} --all` : command);
    const runs = await undoMigrations(session, range, {
      again: isRedo,
      allowDestructive: flags.allowDestructive ?? false,
    });
    if (flags.json) terminal.out(`${JSON.stringify({ runs }, null, 2)}\n`);
    else if (runs.length === 0) terminal.out("Nothing to undo.\n");
  });
}
