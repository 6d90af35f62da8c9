import { join } from "node:path";
import type { Command } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";

interface SeedFlags extends CommonFlags {
  readonly again?: boolean;
  readonly overwrite?: boolean;
  readonly examples?: boolean;
}

const HELP = `
A file of seeds/ exports records by model, or a function:
  export default { Author: [{ id: 1, name: "Ada" }], Book: [{ title: "Notes", authorId: 1 }] };
  export default async ({ repository }) => { await repository("Book").create({ title: "Notes" }); };
Seeders of sequelize-cli run as they are: up(queryInterface, Sequelize).
Runs new and changed files. A record with the same key or unique field is overwritten, so no record appears twice.
In production such a record stays as it is, and the examples that spec:import made up are left out.
`;

export function registerDbSeed(program: Command, context: CommandContext): void {
  program
    .command("db:seed")
    .description("write the records of new and changed files in seeds/")
    .option("--again", "run unchanged files too")
    .option("--overwrite", "overwrite records that are there, in production too")
    .option("--examples", "write the examples that spec:import made up, in production too")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action((flags: SeedFlags) => seed(flags, context));
}

async function seed(flags: SeedFlags, { terminal }: CommandContext): Promise<void> {
  const [
    { withMigrations },
    { readSeeds },
    { runSeeds },
    { loadEntities },
    { openDatabase },
    { contentHash, readManifest },
    { readIfPresent },
  ] = await Promise.all([
    import("../migrations/run/with-migrations.js"),
    import("../migrations/seeds/read-seeds.js"),
    import("../migrations/seeds/run-seeds.js"),
    import("../load/load-models.js"),
    import("../database/open-database.js"),
    import("../change/manifest.js"),
    import("../files/read-if-present.js"),
  ]);
  await withMigrations({ cwd: process.cwd() }, async ({ target, appFolder, config }) => {
    const entities = await loadEntities(appFolder, config.database);
    const isProduction = config.environment === "production";
    const all = await readSeeds(appFolder, entities);
    const { files } = readManifest(appFolder);
    const isExample = ({ path }: { readonly path: string }): boolean =>
      files[path]?.hash === contentHash(readIfPresent(join(appFolder, path)) ?? "");
    const examples = isProduction && !flags.examples ? all.filter(isExample) : [];
    const seeds = all.filter((seed) => !examples.includes(seed));
    const database = await openDatabase(config.database, entities, appFolder);
    try {
      const runs = await runSeeds(appFolder, seeds, database, target, {
        again: flags.again ?? false,
        keepsRecords: isProduction && !flags.overwrite,
      });
      for (const { path } of examples)
        terminal.err(
          `${path} is left out: spec:import made its records up, and this is production. --examples writes them.\n`,
        );
      if (flags.json)
        terminal.out(
          `${JSON.stringify({ seeds: runs, ...(examples.length > 0 && { skipped: examples.map(({ name }) => name) }) }, null, 2)}\n`,
        );
      else if (runs.length === 0) terminal.out("Nothing to write: no new or changed seeds.\n");
      else
        for (const { name, records, kept = 0 } of runs) {
          const stay = kept === 0 ? "" : `; ${kept} ${kept === 1 ? "is" : "are"} there already (--overwrite)`;
          terminal.out(`seed  ${name}${records === undefined ? "" : `  ${records} records${stay}`}\n`);
        }
    } finally {
      await database.close();
    }
  });
}
