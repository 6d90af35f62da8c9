import type { Sequelize } from "sequelize";
import { FrameworkError } from "../../../errors/framework-error.js";
import type { DatabaseConfig } from "../../database-config.js";
import { isMysql, type SqlDialect } from "../../dialect.js";
import { loadDriver } from "../../driver.js";
import { DRIVERS, INT8, plainInteger } from "../run-statement.js";
import { postgresSsl, serverAddress } from "../server-address.js";
import type { SqlQuery } from "../sql-executor.js";
import { type ScopedSequelize, scopedClass } from "./scoped-sequelize.js";
import { useSqliteConnections } from "./sqlite-connections.js";

type ServerDialect = keyof typeof DRIVERS;

/**
 * Sequelize with the connections of an application's configuration, without models. On a server it connects when it is first used.
 *
 * @param config its `storage` absolute, or `:memory:`
 */
export async function connectSequelize(
  config: DatabaseConfig & { readonly dialect: SqlDialect },
  appFolder: string,
  tell?: (query: SqlQuery) => void,
): Promise<ScopedSequelize> {
  const { dialect, connectTimeoutMs, poolSize, storage = ":memory:", define } = config;
  const server = dialect === "sqlite" ? undefined : await serverOptions(config, dialect, appFolder);
  const { Sequelize: Base } = await loadDriver<typeof import("sequelize")>("sequelize", appFolder);
  const sequelize = new (scopedClass(Base))({
    dialect,
    logging:
      tell === undefined ? false : (sql: string, ms: unknown) => tell({ sql: withoutValues(sql), ms: Number(ms) }),
    benchmark: true,
    ...(define !== undefined && { define }),
    // A rejected connection is reported at once. The caller decides whether to wait for the database.
    retry: { max: 0 },
    ...(server ?? { storage, dialectModule: {}, transactionType: "IMMEDIATE" }),
    pool: {
      max: poolSize,
      acquire: connectTimeoutMs,
      // A pool of one connection may hold locks, so it must not be closed when it is idle.
      idle: poolSize === 1 ? 2 ** 31 - 1 : 30_000,
    },
  });
  if (dialect === "sqlite") await useSqliteConnections(sequelize, storage, appFolder, config);
  if (isMysql(dialect)) refuseOutOfRange(sequelize, dialect);
  if (dialect === "mariadb") readExactly(sequelize);
  if (dialect === "postgres") readIntegers(sequelize);
  return sequelize;
}

async function serverOptions(config: DatabaseConfig, dialect: ServerDialect, appFolder: string): Promise<object> {
  const dialectModule = await loadDriver<object>(DRIVERS[dialect], appFolder);
  const address = serverAddress(config);
  const { host, port, database, username, password } = address;
  return {
    timezone: "+00:00",
    dialectModule,
    host,
    port,
    ...(database !== undefined && { database }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    dialectOptions: { ...(dialect === "postgres" && postgresSsl(address)), ...dialectOptions(dialect, config) },
  };
}

/** Each driver has another name for the connect timeout. SQL Server's options are nested one level deeper. */
function dialectOptions(dialect: ServerDialect, { connectTimeoutMs, driverOptions }: DatabaseConfig): object {
  switch (dialect) {
    case "postgres":
      refuseUnread(driverOptions);
      return {
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        options: "-c DateStyle=ISO",
        ...driverOptions,
      };
    // An update counts the matched rows, as in other databases, and not only the changed ones.
    case "mysql":
      return { connectTimeout: connectTimeoutMs, charset: "utf8mb4", flags: "+FOUND_ROWS", ...driverOptions };
    case "mariadb":
      return {
        connectTimeout: connectTimeoutMs,
        charset: "utf8mb4",
        foundRows: true,
        checkDuplicate: false,
        supportBigNumbers: false,
        insertIdAsNumber: true,
        ...driverOptions,
      };
    case "mssql": {
      const { options = {}, ...rest } = driverOptions as { readonly options?: object };
      return { ...rest, options: { connectTimeout: connectTimeoutMs, ...options } };
    }
    case "oracle":
      return { connectTimeout: Math.ceil(connectTimeoutMs / 1000), ...driverOptions };
  }
}

/** The options of `pg` that Sequelize hands on; it drops others. */
const PG_OPTIONS =
  "application_name ssl client_encoding binary keepAlive statement_timeout query_timeout connectionTimeoutMillis idle_in_transaction_session_timeout lock_timeout options stream";

function refuseUnread(options: DatabaseConfig["driverOptions"]): void {
  const known = PG_OPTIONS.split(" ");
  const unread = Object.keys(options).find((name) => !known.includes(name));
  if (unread === undefined) return;
  throw new FrameworkError("CONFIG_INVALID", `config/database.js: driverOptions.${unread} does not reach pg.`, {
    hint: `Use one of ${known.join(", ")}.`,
  });
}

interface MysqlConnection {
  query(sql: string, done?: (error: Error | null) => void): Promise<unknown>;
}

/** Values out of range are an error, whatever the server was set to. */
function refuseOutOfRange(sequelize: Sequelize, dialect: "mysql" | "mariadb"): void {
  const sql = "SET SESSION sql_mode = CONCAT(@@SESSION.sql_mode, ',STRICT_ALL_TABLES')";
  sequelize.addHook("afterConnect", async (lent) => {
    const connection = lent as MysqlConnection;
    if (dialect === "mysql") {
      await new Promise<void>((resolve, reject) => {
        connection.query(sql, (error) => (error ? reject(error) : resolve()));
      });
      return;
    }
    await connection.query(sql);
    letMetaBeDeleted(connection);
  });
}

/** Sequelize deletes `meta` of a raw query's rows, which the driver forbids since its version 3. */
function letMetaBeDeleted(connection: MysqlConnection): void {
  const query = connection.query.bind(connection);
  connection.query = async (...parameters) => {
    const rows = await query(...parameters);
    if (!Array.isArray(rows)) return rows;
    const { meta } = rows as unknown as { readonly meta: unknown };
    return Object.defineProperty([...rows], "meta", { value: meta, writable: true, configurable: true });
  };
}

/** With Sequelize's settings, the driver rounds decimals and large integers to doubles. Here they come as texts. */
function readExactly(sequelize: Sequelize): void {
  const manager = sequelize.connectionManager as unknown as { _refreshTypeParser(type: object): void };
  const parse = (field: { string(): string | null }): number | string | null => {
    const text = field.string();
    return text === null ? text : plainInteger(text);
  };
  manager._refreshTypeParser({ types: { mariadb: ["BIGINT"] }, parse });
}

/**
 * `pg` returns every `int8` as text, even a count. Here only integers that a number cannot hold exactly are texts, as
 * in the other databases.
 */
function readIntegers(sequelize: Sequelize): void {
  const manager = sequelize.connectionManager as unknown as { readonly oidParserMap: Map<number, object> };
  manager.oidParserMap.set(INT8, plainInteger);
}

/** Sequelize writes values into the text of a statement; they may be secret. */
function withoutValues(sql: string): string {
  return sql.replace(/^Execut(?:ing|ed) \([^)]*\): /, "").replace(/'(?:[^'\\]|''|\\.)*'/g, "?");
}
