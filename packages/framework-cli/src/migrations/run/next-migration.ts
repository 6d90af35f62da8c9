import { CodedError } from "@onespec/spec-core";
import { reasonOf } from "../../errors/message-of.js";
import { MigrationError } from "../../errors/migration-error.js";
import { moduleExtension } from "../../files/app-files.js";
import { errorPlace } from "../../files/import-app-file.js";
import { recordingContext } from "../context/create-schema.js";
import { runMigration } from "../context/run-migration.js";
import { applyOperations } from "../diff/apply-operations.js";
import { type MigrationFile, readMigrationFiles } from "../migration-files.js";
import { type MigrationPlan, type MigrationRequest, planMigration } from "../plan-migration.js";
import type { Operation } from "../tables/operation.js";
import type { Table } from "../tables/table.js";
import { loadMigration } from "./load-migration.js";

export type NextMigrationRequest = Omit<MigrationRequest, "tables" | "existing" | "extension">;

/**
 * Plans the migration that leads from the existing migrations of an application to its entities.
 *
 * @throws FrameworkError APP_FILE_BROKEN, NAME_INVALID, MODEL_INVALID; MigrationError MIGRATION_INVALID, and as `planMigration`
 */
export async function nextMigration(appFolder: string, request: NextMigrationRequest): Promise<MigrationPlan> {
  const files = readMigrationFiles(appFolder);
  const tables = await migratedTables(appFolder, files);
  const extension = moduleExtension(appFolder, "migrations");
  return planMigration({ ...request, extension, tables, existing: files.map(({ name }) => name) });
}

/** True if migrations of sequelize-cli may have created the tables that no other migration creates. */
export async function hasSequelizeMigrations(appFolder: string): Promise<boolean> {
  const modules = await Promise.all(readMigrationFiles(appFolder).map((file) => loadMigration(appFolder, file)));
  return modules.some(({ forSequelize }) => forSequelize);
}

/**
 * The tables that migrations create. Each `up` runs with a builder that only records; steps are skipped. The files are
 * the only history, so a corrected file counts at once. Files for sequelize-cli are skipped.
 * @throws FrameworkError APP_FILE_BROKEN; MigrationError MIGRATION_INVALID
 */
export async function migratedTables(
  appFolder: string,
  files: readonly MigrationFile[] = readMigrationFiles(appFolder),
): Promise<readonly Table[]> {
  const operations: Operation[] = [];
  for (const file of files) {
    const module = await loadMigration(appFolder, file);
    if (module.forSequelize) continue;
    try {
      await runMigration(
        recordingContext("sqlite", (operation) => void operations.push(operation)),
        module.up,
      );
    } catch (error) {
      throw unreadable(appFolder, file, error);
    }
  }
  return applyOperations([], operations);
}

function unreadable(appFolder: string, { path }: MigrationFile, cause: unknown): MigrationError {
  const place = errorPlace(appFolder, cause) ?? path;
  return new MigrationError("MIGRATION_INVALID", `${place}: ${reasonOf(cause)}`, {
    hint:
      (cause instanceof CodedError ? cause.hint : undefined) ??
      "up is also called to learn which tables it makes. Move whatever needs the database into a step.",
    cause,
  });
}
