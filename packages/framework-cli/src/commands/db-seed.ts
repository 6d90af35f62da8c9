import type { Command } from "commander";
import type { CommandContext } from "./command-context.js";

interface SeedFlags {
  readonly again?: boolean;
  readonly json?: boolean;
}

const HELP = `
A file of seeds/ exports records by model, or a function:
  export default { Author: [{ id: 1, name: "Ada" }], Book: [{ title: "Notes", authorId: 1 }] };
  export default async ({ repository }) => { await repository("Book").create({ title: "Notes" }); };
Runs new and changed files. A record with the same key or unique field is overwritten, so no record appears twice.
`;

export function registerDbSeed(program: Command, context: CommandContext): void {
  program
    .command("db:seed")
    .description("write the records of new and changed files in seeds/")
    .option("--again", "run unchanged files too")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action((flags: SeedFlags) => seed(flags, context));
}

async function seed(flags: SeedFlags, { terminal }: CommandContext): Promise<void> {
  const [{ withMigrations }, { readSeeds }, { runSeeds }, { loadEntities }, { openDatabase }] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/seeds/read-seeds.js"),
    import("../migrations/seeds/run-seeds.js"),
    import("../load/load-models.js"),
    import("../database/open-database.js"),
  ]);
  await withMigrations({ cwd: process.cwd() }, async ({ target, appFolder, config }) => {
    const entities = await loadEntities(appFolder);
    const seeds = await readSeeds(appFolder, entities);
    const database = await openDatabase(config.database, entities, appFolder);
    try {
      const runs = await runSeeds(appFolder, seeds, database, target, flags.again ?? false);
      if (flags.json) terminal.out(`${JSON.stringify({ seeds: runs }, null, 2)}\n`);
      else if (runs.length === 0) terminal.out("Nothing to write: no new or changed seeds.\n");
      else
        for (const { name, records } of runs)
          terminal.out(`seed  ${name}${records === undefined ? "" : `  ${records} records`}\n`);
    } finally {
      await database.close();
    }
  });
}
