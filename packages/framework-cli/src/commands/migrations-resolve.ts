import { type Command, CommanderError, Option } from "commander";
import type { Resolution } from "../migrations/run/run-migrations.js";
import type { CommandContext, CommonFlags } from "./command-context.js";

interface ResolveFlags extends CommonFlags {
  readonly applied?: boolean;
  readonly rolledBack?: boolean;
  readonly forget?: boolean;
}

export function registerMigrationsResolve(program: Command, context: CommandContext): void {
  program
    .command("migrations:resolve")
    .description("correct the journal after manual work; runs nothing")
    .argument("<name>", "the migration, by its name or the beginning of it")
    .addOption(new Option("--applied", "record it as applied").conflicts(["rolledBack", "forget"]))
    .addOption(new Option("--rolled-back", "record it as not applied: it will run again").conflicts(["forget"]))
    .option("--forget", "remove the entry of a deleted file")
    .option("--json", "print the result as JSON")
    .action((name: string, flags: ResolveFlags) => resolve(name, flags, context));
}

async function resolve(wanted: string, flags: ResolveFlags, { terminal }: CommandContext): Promise<void> {
  const resolution: Resolution | undefined = flags.applied
    ? "applied"
    : flags.rolledBack
      ? "rolled-back"
      : flags.forget
        ? "forget"
        : undefined;
  if (resolution === undefined) {
    throw new CommanderError(2, "framework.resolve", "one of these is required: --applied, --rolled-back, --forget");
  }
  const [{ withMigrations }, { resolveMigration }, { sessionOptions }] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/run/run-migrations.js"),
    import("./migration-report.js"),
  ]);
  await withMigrations(sessionOptions(flags, terminal), async (session) => {
    const name = await resolveMigration(session, wanted, resolution);
    const what = { applied: "is recorded as applied", "rolled-back": "will run again", forget: "is forgotten" }[
      resolution
    ];
    terminal.out(flags.json ? `${JSON.stringify({ name, resolution })}\n` : `${name} ${what}.\n`);
  });
}
