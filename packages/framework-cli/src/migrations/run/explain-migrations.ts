import { createSchema } from "../context/create-schema.js";
import type { MigrationFile } from "../migration-files.js";
import type { MigrationTarget } from "../target/migration-target.js";
import { loadMigration } from "./load-migration.js";

/**
 * The effect of running migrations as SQL (or the database's own language). Nothing is executed: steps on rows are named, as what
 * they do may depend on the rows.
 */
export async function explainMigrations(
  appFolder: string,
  files: readonly MigrationFile[],
  target: Pick<MigrationTarget, "explain" | "dialect">,
): Promise<string> {
  const lines: string[] = [];
  for (const file of files) {
    lines.push(`-- ${file.name}`);
    const module = await loadMigration(appFolder, file);
    if (module.style === "sequelize") {
      lines.push("-- Written for sequelize-cli: its statements are known when it runs.");
      continue;
    }
    await module.up({
      dialect: target.dialect,
      schema: createSchema(async (operation) => void lines.push(...target.explain(operation))),
      step: async (name) => void lines.push(`-- step ${name.replaceAll(/\s+/g, " ")}: works on rows`),
    });
  }
  return `${lines.join("\n")}\n`;
}
