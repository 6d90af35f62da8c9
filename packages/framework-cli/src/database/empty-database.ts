import type { Entity } from "../entity/entity.js";
import type { DatabaseConfig } from "./database-config.js";
import type { SqlDialect } from "./dialect.js";
import { COUNTERS } from "./mongodb/mongo-counters.js";
import { openSqlExecutor, type SqlExecutor } from "./sql/sql-executor.js";
import { quoteName, quoteNames, quoteText } from "./sql/statement.js";

/**
 * Removes every record of the entities, also those that `paranoid` hides. Runs no hooks of models. Counted keys begin
 * with 1 again, except on Oracle.
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED, QUERY_FAILED
 */
export async function emptyDatabase(
  config: DatabaseConfig,
  entities: readonly Entity[],
  appFolder: string,
): Promise<void> {
  const tables = childrenFirst(entities);
  if (tables.length === 0) return;
  if (config.dialect === "mongodb") return emptyCollections(config, tables, appFolder);
  // One connection: foreign keys are switched off for it alone.
  const executor = await openSqlExecutor({ ...config, poolSize: 1 }, appFolder);
  try {
    for (const statement of await statements(executor, tables)) await executor.run(statement);
  } finally {
    await executor.close();
  }
}

async function statements(executor: SqlExecutor, tables: readonly string[]): Promise<readonly string[]> {
  const { dialect } = executor;
  const each = (text: (table: string) => string): string[] => tables.map((table) => text(quoteName(table, dialect)));
  switch (dialect) {
    case "postgres":
      return [`TRUNCATE ${quoteNames(tables, dialect)} RESTART IDENTITY CASCADE`];
    case "mysql":
    case "mariadb":
      return [
        "SET FOREIGN_KEY_CHECKS = 0",
        ...each((table) => `TRUNCATE TABLE ${table}`),
        "SET FOREIGN_KEY_CHECKS = 1",
      ];
    case "sqlite": {
      const counted = await executor.run("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'");
      const names = tables.map((table) => quoteText(table, dialect)).join(", ");
      return [
        "PRAGMA foreign_keys = OFF",
        ...each((table) => `DELETE FROM ${table}`),
        ...(counted.rows.length > 0 ? [`DELETE FROM sqlite_sequence WHERE name IN (${names})`] : []),
        "PRAGMA foreign_keys = ON",
      ];
    }
    case "mssql":
      return [
        ...each((table) => `ALTER TABLE ${table} NOCHECK CONSTRAINT ALL`),
        ...each((table) => `DELETE FROM ${table}`),
        ...tables.map((table) => restartIdentity(table, dialect)),
        ...each((table) => `ALTER TABLE ${table} WITH CHECK CHECK CONSTRAINT ALL`),
      ];
    case "oracle":
      return each((table) => `DELETE FROM ${table}`);
  }
}

/** Reseeding a table that never had a row would begin with 0. */
function restartIdentity(table: string, dialect: SqlDialect): string {
  const name = quoteText(quoteName(table, dialect), dialect);
  return `IF EXISTS (SELECT 1 FROM sys.identity_columns WHERE object_id = OBJECT_ID(${name}) AND last_value IS NOT NULL) DBCC CHECKIDENT (${name}, RESEED, 0)`;
}

async function emptyCollections(config: DatabaseConfig, tables: readonly string[], appFolder: string): Promise<void> {
  const { openMongo } = await import("./mongodb/mongo-connection.js");
  const connection = await openMongo(config, appFolder);
  try {
    for (const table of tables) await connection.db.collection(table).deleteMany({});
    await connection.db.collection<{ _id: string }>(COUNTERS).deleteMany({ _id: { $in: [...tables] } });
  } finally {
    await connection.close();
  }
}

/** The tables, those that refer to others first. Tables that refer to each other in a circle have no order. */
function childrenFirst(entities: readonly Entity[]): readonly string[] {
  const seen = new Set<Entity>();
  const tables = new Set<string>();
  const visit = (entity: Entity): void => {
    if (seen.has(entity)) return;
    seen.add(entity);
    const isChild = ({ fields }: Entity): boolean =>
      fields.some(({ references }) => references?.table === entity.table);
    entities.filter(isChild).forEach(visit);
    tables.add(entity.table);
  };
  entities.forEach(visit);
  return [...tables];
}
