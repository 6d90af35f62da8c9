import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { translateMysqlError } from "./mysql-errors.js";
import { STRICT } from "./mysql-executor.js";
import { createPooledExecutor, type SqlPool } from "./pooled-executor.js";
import { serverAddress } from "./server-address.js";
import type { SqlExecutor } from "./sql-executor.js";

/** The part of `mariadb` in use. */
interface MariadbModule {
  createPool(options: Record<string, unknown>): MariadbPool;
  createConnection(options: Record<string, unknown>): Promise<{ end(): Promise<void> }>;
}

interface MariadbPool {
  getConnection(): Promise<MariadbConnection>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
}

interface MariadbConnection {
  execute(sql: string, values: readonly unknown[]): Promise<MariadbResult>;
  query(sql: string): Promise<MariadbResult>;
  release(): Promise<void>;
  destroy(): void;
}

type MariadbResult = Record<string, unknown>[] | { readonly affectedRows: number; readonly insertId: bigint };

/** A pool of `mariadb`. Statements with parameters are prepared; the driver keeps the last ones of each connection. */
export async function openMariadbExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const mariadb = await loadDriver<MariadbModule>("mariadb", appFolder);
  const address = serverAddress(config);
  const options = {
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.username,
    password: address.password,
    connectTimeout: config.connectTimeoutMs,
    charset: "utf8mb4",
    timezone: "Z",
    dateStrings: true,
    jsonStrings: true,
    checkDuplicate: false,
    initSql: STRICT,
    ...config.driverOptions,
  };
  const translate = (error: unknown, sql?: string): unknown => translateMysqlError(error, "MariaDB", address, sql);
  // The pool tries again and again until its time is over; one connection says at once what is wrong.
  try {
    await (await mariadb.createConnection(options)).end();
  } catch (error) {
    throw translate(error);
  }
  const open = async (size: number): Promise<SqlPool<MariadbConnection>> => {
    const pool = mariadb.createPool({
      ...options,
      connectionLimit: size,
      minimumIdle: 1,
      acquireTimeout: config.connectTimeoutMs,
      // A connection of its own holds locks: it must not end because it is quiet.
      idleTimeout: size === 1 ? 0 : 1800,
    });
    pool.on("error", () => {});
    return mariadbPool(pool);
  };
  return createPooledExecutor("mariadb", await open(config.poolSize), translate, open);
}

function mariadbPool(pool: MariadbPool): SqlPool<MariadbConnection> {
  const command = async (connection: MariadbConnection, sql: string): Promise<void> => {
    await connection.query(sql);
  };
  return {
    acquire: () => pool.getConnection(),
    release: (connection, broken) => {
      if (broken) connection.destroy();
      else connection.release().catch(() => {});
    },
    async execute(connection, sql, parameters) {
      const result = await (parameters.length === 0 ? connection.query(sql) : connection.execute(sql, parameters));
      if (Array.isArray(result)) return { rows: result, affected: result.length };
      return { rows: [], affected: result.affectedRows, insertId: result.insertId };
    },
    begin: (connection) => command(connection, "START TRANSACTION"),
    commit: (connection) => command(connection, "COMMIT"),
    rollback: (connection) => command(connection, "ROLLBACK"),
    close: () => pool.end(),
  };
}
