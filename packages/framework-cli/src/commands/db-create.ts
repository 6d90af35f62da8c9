import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";

export function registerDbCreate(program: Command, context: CommandContext): void {
  program
    .command("db:create")
    .description("create the configured database if it does not exist; in development that of tests too")
    .option("--json", "print the result as JSON")
    .action((flags: CommonFlags) => change("create", flags, context));
}

export function registerDbDrop(program: Command, context: CommandContext): void {
  program
    .command("db:drop")
    .description("drop the configured database with everything in it (not in production)")
    .option("--json", "print the result as JSON")
    .action((flags: CommonFlags) => change("drop", flags, context));
}

/** Drops, creates, runs the migrations and the seeds. */
export function registerDbReset(program: Command, context: CommandContext): void {
  program
    .command("db:reset")
    .description("drop and create the database, then run the migrations and the seeds (not in production)")
    .option("--json", "print the results as JSON")
    .action(async (flags: CommonFlags) => {
      // JSON of the four is one document: { database, dropped, created, runs, seeds }.
      const reports: string[] = [];
      const out = flags.json ? (text: string): void => void reports.push(text) : context.terminal.out;
      await change("drop", flags, { ...context, terminal: { ...context.terminal, out } }, "db:reset");
      for (const command of ["db:create", "migrations:run", "db:seed"])
        await context.run(flags.json ? [command, "--json"] : [command], out);
      if (!flags.json) return;
      const facts = Object.assign({}, ...reports.map((report) => JSON.parse(report) as object));
      context.terminal.out(`${JSON.stringify(facts, null, 2)}\n`);
    });
}

async function change(
  what: "create" | "drop",
  flags: CommonFlags,
  { terminal }: CommandContext,
  command = `db:${what}`,
): Promise<void> {
  const [{ findAppFolder }, { loadConfig }, { environmentName }, { refuseInProduction }, databases] = await Promise.all(
    [
      import("../files/app-files.js"),
      import("../config/load-config.js"),
      import("../config/environment.js"),
      import("../migrations/run/with-migrations.js"),
      import("../migrations/database/create-database.js"),
    ],
  );
  const appFolder = findAppFolder(process.cwd());
  const { environment, database } = await loadConfig(appFolder, environmentName());
  if (what === "drop") refuseInProduction(environment, command);
  const work = what === "create" ? databases.createDatabase : databases.dropDatabase;
  const told = what === "create" ? ["Created", "Already exists:"] : ["Dropped", "Nothing to drop:"];
  const tell = (one: { readonly name: string; readonly changed: boolean } | undefined): void => {
    if (one !== undefined && !flags.json) terminal.out(`${one.changed ? told[0] : told[1]} ${one.name}\n`);
  };
  const { name, changed } = await work(database, appFolder);
  tell({ name, changed });
  const ofTests =
    what === "create" && environment === "development"
      ? await databases.createTestDatabase(database, (await loadConfig(appFolder, "test")).database, appFolder)
      : undefined;
  if (flags.json) {
    const facts = { database: name, [what === "create" ? "created" : "dropped"]: changed };
    terminal.out(`${JSON.stringify({ ...facts, ...(ofTests && { tests: ofTests.name }) })}\n`);
  } else tell(ofTests);
}
