import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseConfig } from "../../database/database-config.js";
import { type Dialect, isMysql } from "../../database/dialect.js";
import { type MongoConnection, openMongo } from "../../database/mongodb/mongo-connection.js";
import { serverAddress } from "../../database/sql/server-address.js";
import { openSqlExecutor, type SqlExecutor } from "../../database/sql/sql-executor.js";
import { quoteName, quoteText, Statement } from "../../database/sql/statement.js";
import { DatabaseError } from "../../errors/database-error.js";
import { MigrationError } from "../../errors/migration-error.js";
import { OWN_PREFIX } from "../target/own-table.js";

export interface DatabaseChange {
  /** Its name, or its file. */
  readonly name: string;
  /** False if there was nothing to do. */
  readonly changed: boolean;
}

/** Creates the configured database if it does not exist. @throws DatabaseError; MigrationError STRUCTURE_UNSUPPORTED */
export async function createDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  if (config.dialect === "sqlite") {
    const file = sqliteFile(config, appFolder);
    if (existsSync(file)) return { name: config.storage ?? "", changed: false };
    mkdirSync(dirname(file), { recursive: true });
    // Opening makes it.
    await (await openSqlExecutor(config, appFolder)).close();
    return { name: config.storage ?? "", changed: true };
  }
  if (config.dialect === "mongodb") return createMongoDatabase(config, appFolder);
  return onServer(config, appFolder, async (executor, name) => {
    if (await isThere(executor, name)) return false;
    const encoding = isMysql(executor.dialect) ? " CHARACTER SET utf8mb4" : "";
    await executor.run(`CREATE DATABASE ${quoteName(name, executor.dialect)}${encoding}`);
    return true;
  });
}

/** Creates the test database, if it differs from the development database and is on a server. */
export async function createTestDatabase(
  development: DatabaseConfig,
  tests: DatabaseConfig,
  appFolder: string,
): Promise<DatabaseChange | undefined> {
  if (tests.dialect !== development.dialect || tests.dialect === "sqlite") return undefined;
  const [one, other] = [serverAddress(development), serverAddress(tests)];
  const isSame = one.host === other.host && one.port === other.port && one.database === other.database;
  if (isSame) return undefined;
  try {
    return await createDatabase(tests, appFolder);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !["UNAVAILABLE", "ACCESS_DENIED"].includes(error.code)) throw error;
    throw new DatabaseError(error.code, `The database of tests: ${error.message}`, {
      cause: error,
      hint: "Correct its address in config/environments/test.js or TEST_DATABASE_URL.",
    });
  }
}

/** Drops the configured database with everything in it. Ends the connections of others. */
export async function dropDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  if (config.dialect === "sqlite") {
    const file = sqliteFile(config, appFolder);
    const isFile = existsSync(file);
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
    return { name: config.storage ?? "", changed: isFile };
  }
  if (config.dialect === "mongodb") return dropMongoDatabase(config, appFolder);
  return onServer(config, appFolder, async (executor, name) => {
    if (!(await isThere(executor, name))) return false;
    const quoted = quoteName(name, executor.dialect);
    if (executor.dialect === "mssql") {
      await executor.run(`ALTER DATABASE ${quoted} SET SINGLE_USER WITH ROLLBACK IMMEDIATE`);
    }
    if (executor.dialect === "postgres") {
      // WITH (FORCE) needs version 13; this works on all.
      await executor.run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${quoteText(name, "postgres")} AND pid <> pg_backend_pid()`,
      );
    }
    await executor.run(`DROP DATABASE ${quoted}`);
    return true;
  });
}

function sqliteFile(config: DatabaseConfig, appFolder: string): string {
  if (config.storage === undefined || config.storage === ":memory:") {
    throw new MigrationError(
      "STRUCTURE_UNSUPPORTED",
      "A SQLite database in memory is created and dropped with its connection.",
      { hint: 'Name a file in config/database.js: storage: "data/app.sqlite".' },
    );
  }
  return resolve(appFolder, config.storage);
}

/** Connects to the database that every server has, because the configured one may not exist. */
async function onServer(
  config: DatabaseConfig,
  appFolder: string,
  work: (executor: SqlExecutor, name: string) => Promise<boolean>,
): Promise<DatabaseChange> {
  const { database: name } = serverAddress(config);
  if (name === undefined) {
    throw new MigrationError("STRUCTURE_UNSUPPORTED", "The configuration names no database.", {
      hint: "Set database in config/database.js.",
    });
  }
  const database = maintenanceDatabase(config);
  const place = config.url === undefined ? { database } : { url: withDatabase(config.url, database) };
  const executor = await openSqlExecutor({ ...config, ...place, poolSize: 1 }, appFolder);
  try {
    return { name, changed: await work(executor, name) };
  } finally {
    await executor.close();
  }
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = database;
  return other.href;
}

/** The database that every server has. */
const MAINTENANCE: Partial<Record<Dialect, string>> = {
  postgres: "postgres",
  mysql: "information_schema",
  mariadb: "information_schema",
  mssql: "master",
};

function maintenanceDatabase({ dialect }: DatabaseConfig): string {
  const database = MAINTENANCE[dialect];
  if (database !== undefined) return database;
  throw new MigrationError("STRUCTURE_UNSUPPORTED", `This command does not create ${dialect} databases.`, {
    hint: "Ask the administrator for a schema.",
  });
}

async function isThere(executor: SqlExecutor, name: string): Promise<boolean> {
  const sql = new Statement(executor.dialect);
  const { dialect } = executor;
  const server = dialect === "mssql" ? "sys.databases WHERE name" : "information_schema.schemata WHERE schema_name";
  const place = dialect === "postgres" ? "pg_database WHERE datname" : server;
  const { rows } = await executor.run(`SELECT 1 AS found FROM ${place} = ${sql.bind(name)}`, sql.parameters);
  return rows.length > 0;
}

/** MongoDB makes a database with its first collection: one of our own. @throws DatabaseError UNAVAILABLE, ACCESS_DENIED */
function createMongoDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  return onMongo(config, appFolder, async ({ db, run }, isThere) => {
    if (!isThere) await run(() => db.createCollection(`${OWN_PREFIX}state`));
    return !isThere;
  });
}

/** Drops it with everything in it. @throws DatabaseError UNAVAILABLE, ACCESS_DENIED */
function dropMongoDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  return onMongo(config, appFolder, async ({ db, run }, isThere) => {
    if (isThere) await run(() => db.dropDatabase());
    return isThere;
  });
}

async function onMongo(
  config: DatabaseConfig,
  appFolder: string,
  work: (connection: MongoConnection, isThere: boolean) => Promise<boolean>,
): Promise<DatabaseChange> {
  const connection = await openMongo({ ...config, poolSize: 1 }, appFolder);
  try {
    const { db, run, address } = connection;
    const collections = await run(() => db.listCollections({}, { nameOnly: true }).toArray());
    return { name: address.database, changed: await work(connection, collections.length > 0) };
  } finally {
    await connection.close();
  }
}
