import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSchema } from "../context/create-schema.js";
import { applyOperations } from "../diff/apply-operations.js";
import type { MigrationFolder } from "../read-migration-folder.js";
import type { Operation } from "../tables/operation.js";
import type { Snapshot } from "../tables/snapshot.js";
import { loadMigration } from "./load-migration.js";

/**
 * The snapshot with what migrations written by hand since then change of the structure. They have no snapshot of their own, so their
 * `up` is called with a builder that only listens; steps on rows are passed over. Files for sequelize-cli cannot be listened to.
 *
 * @throws FrameworkError APP_FILE_BROKEN; MigrationError MIGRATION_INVALID
 */
export async function snapshotWithOwnChanges(
  appFolder: string,
  { files, snapshot }: MigrationFolder,
): Promise<Snapshot> {
  const hasSnapshot = ({ name }: { readonly name: string }): boolean =>
    existsSync(join(appFolder, "migrations/snapshots", `${name}.json`));
  const operations: Operation[] = [];
  for (const file of files.slice(files.findLastIndex(hasSnapshot) + 1)) {
    const module = await loadMigration(appFolder, file);
    if (module.style === "sequelize") continue;
    await module.up({
      dialect: "sqlite",
      schema: createSchema(async (operation) => void operations.push(operation)),
      step: async () => {},
    });
  }
  return operations.length === 0 ? snapshot : { ...snapshot, tables: applyOperations(snapshot.tables, operations) };
}
