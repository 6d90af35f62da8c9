import type { ScopedSequelize } from "../../database/sql/sequelize/scoped-sequelize.js";
import { MigrationError } from "../../errors/migration-error.js";
import { importAppFile } from "../../files/import-app-file.js";
import type { MigrationContext } from "../context/migration-context.js";
import type { MigrationFile } from "../migration-files.js";

export interface MigrationModule {
  readonly up: Work;
  readonly down: Work | undefined;
  /**
   * False: runs without a transaction, for statements that cannot run in one. Set by `transaction: false`, and by
   * CONCURRENTLY in a file for sequelize-cli.
   */
  readonly transaction: boolean;
  /** Written for sequelize-cli: it has no steps, and its changes of structure are not known before it runs. */
  readonly forSequelize: boolean;
}

type Work = (context: MigrationContext) => unknown;

/** @throws FrameworkError APP_FILE_BROKEN; MigrationError MIGRATION_INVALID */
export async function loadMigration(appFolder: string, { path }: MigrationFile): Promise<MigrationModule> {
  const module = await importAppFile(appFolder, path);
  const exported = isMigration(module.default) ? module.default : module;
  const { up, down, transaction } = exported;
  if (typeof up !== "function" || (down !== undefined && typeof down !== "function")) {
    throw new MigrationError("MIGRATION_INVALID", `${path} exports no function up.`, {
      hint: "Write: export async function up({ schema }) { ... }",
    });
  }
  const forSequelize = exported !== module || [up, down].some(isForSequelize);
  const work = (of: unknown): Work =>
    forSequelize
      ? ({ queryInterface, sequelize }) =>
          (sequelize as ScopedSequelize).runLoosely(() => (of as SequelizeWork)(queryInterface, sequelize.constructor))
      : (of as Work);
  return {
    up: work(up),
    down: down === undefined ? undefined : work(down),
    transaction: transaction !== false && !(forSequelize && [up, down].some(isConcurrent)),
    forSequelize,
  };
}

type SequelizeWork = (queryInterface: unknown, Sequelize: unknown) => unknown;

/** `concurrently: true` of `addIndex`: PostgreSQL rejects it in a transaction, and sequelize-cli begins none. */
function isConcurrent(work: unknown): boolean {
  return /\bconcurrently\b/i.test(String(work));
}

/** A file of sequelize-cli exports one object, as CommonJS or as default. */
function isMigration(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && "up" in value;
}

/** True for a function with two parameters, or with one that has the name used in every guide. */
function isForSequelize(work: unknown): boolean {
  if (typeof work !== "function") return false;
  return work.length >= 2 || /^(?:async\s)?[^(=]*\(?\s*\b(queryInterface|qi|query)\b/.test(work.toString());
}
