import { recordingContext } from "../context/create-schema.js";
import { runMigration } from "../context/run-migration.js";
import { type MigrationFile, readMigrationFiles } from "../migration-files.js";
import type { Operation } from "../tables/operation.js";
import type { Table } from "../tables/table.js";
import type { MigrationTarget } from "../target/migration-target.js";
import { loadMigration } from "./load-migration.js";
import { migratedTables } from "./next-migration.js";

/**
 * Shows migrations as SQL (or in the database's own language) without executing them. Steps on rows are only named,
 * since their effect may depend on the rows.
 */
export async function explainMigrations(
  appFolder: string,
  files: readonly MigrationFile[],
  target: Pick<MigrationTarget, "explainer" | "dialect">,
): Promise<string> {
  const lines: string[] = [];
  const explainer = await target.explainer();
  try {
    for (const file of files) {
      lines.push(`-- ${file.name}`);
      const module = await loadMigration(appFolder, file);
      if (module.forSequelize) {
        lines.push("-- Written for sequelize-cli: its statements are known when it runs.");
        continue;
      }
      const former = (): Promise<readonly Table[]> =>
        migratedTables(
          appFolder,
          readMigrationFiles(appFolder).filter(({ name }) => name < file.name),
        );
      const record = async (operation: Operation): Promise<void> =>
        void lines.push(...(await explainer.explain(operation, former)));
      const onStep = (name: string): void => void lines.push(`-- step ${name.replaceAll(/\s+/g, " ")}: works on rows`);
      await runMigration(recordingContext(target.dialect, record, onStep), module.up);
    }
  } finally {
    await explainer.close();
  }
  return `${lines.join("\n")}\n`;
}
