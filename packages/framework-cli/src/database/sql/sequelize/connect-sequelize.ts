import { resolve } from "node:path";
import type { Sequelize } from "sequelize";
import { DatabaseError } from "../../../errors/database-error.js";
import type { DatabaseConfig } from "../../database-config.js";
import { loadDriver } from "../../driver.js";
import { postgresSsl, serverAddress } from "../server-address.js";
import { openSqlite } from "../sqlite-driver.js";
import { createSqliteDialectModule } from "./sqlite-dialect-module.js";

/** Sequelize with the connections of an application's configuration, without models. It connects when it is first used. */
export async function connectSequelize(config: DatabaseConfig, appFolder: string): Promise<Sequelize> {
  const { Sequelize: Constructor } = await loadDriver<typeof import("sequelize")>("sequelize", appFolder);
  const common = { logging: false as const, ...(config.dialect !== "sqlite" && { timezone: "+00:00" }) };
  if (config.dialect === "mongodb") throw unsupported("MongoDB is no SQL database.");
  if (config.dialect === "sqlite") {
    if (config.storage === undefined || config.storage === ":memory:") {
      throw unsupported("A SQLite database in memory belongs to one connection, and Sequelize needs its own.");
    }
    return new Constructor({
      ...common,
      dialect: "sqlite",
      storage: resolve(appFolder, config.storage),
      dialectModule: createSqliteDialectModule((file) => openSqlite(file, appFolder), config.connectTimeoutMs),
    });
  }
  const address = serverAddress(config);
  const { host, port, database, username, password } = address;
  return new Constructor({
    ...common,
    dialect: config.dialect,
    dialectModule: await dialectModule(config.dialect, appFolder),
    host,
    port,
    ...(database !== undefined && { database }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    dialectOptions: { ...(config.dialect === "postgres" && postgresSsl(address)), ...dialectOptions(config) },
    pool: { max: config.poolSize, acquire: config.connectTimeoutMs },
    // A refused connection is told at once; waiting for the database is the caller's business.
    retry: { max: 0 },
  });
}

type ServerDialect = Exclude<DatabaseConfig["dialect"], "sqlite" | "mongodb">;

function dialectModule(dialect: ServerDialect, appFolder: string): Promise<object> {
  switch (dialect) {
    case "postgres":
      return loadDriver("pg", appFolder);
    case "mysql":
      return loadDriver("mysql2", appFolder);
    case "mariadb":
      return loadDriver("mariadb", appFolder);
    case "mssql":
      return loadDriver("tedious", appFolder);
    case "oracle":
      return loadDriver("oracledb", appFolder);
  }
}

/** What each driver calls the time it may take to connect; SQL Server's options lie one level deeper. */
function dialectOptions({ dialect, connectTimeoutMs, driverOptions }: DatabaseConfig): object {
  switch (dialect) {
    case "postgres":
      return { connectionTimeoutMillis: connectTimeoutMs, ...driverOptions };
    case "mysql":
    case "mariadb":
      return { connectTimeout: connectTimeoutMs, ...driverOptions };
    case "mssql": {
      const { options = {}, ...rest } = driverOptions as { readonly options?: object };
      return { ...rest, options: { connectTimeout: connectTimeoutMs, ...options } };
    }
    case "oracle":
      return { connectTimeout: Math.ceil(connectTimeoutMs / 1000), ...driverOptions };
    default:
      return driverOptions;
  }
}

function unsupported(reason: string): DatabaseError {
  return new DatabaseError("SEQUELIZE_UNSUPPORTED", `Sequelize cannot be used here: ${reason}`, {
    hint: "Use repositories, or a SQL database that is not in memory.",
  });
}
