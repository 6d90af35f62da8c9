import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { translateMysqlError } from "./mysql-errors.js";
import { createPooledExecutor, type SqlPool } from "./pooled-executor.js";
import { serverAddress } from "./server-address.js";
import type { SqlExecutor } from "./sql-executor.js";

/** The part of `mysql2` in use: its callback door, whose connections both prepare and pool. */
interface MysqlModule {
  createPool(options: Record<string, unknown>): MysqlPool;
}

interface MysqlPool {
  getConnection(done: (error: Error | null, connection: MysqlConnection) => void): void;
  end(done: (error: Error | null) => void): void;
  on(event: "connection", listener: (connection: MysqlConnection) => void): void;
}

interface MysqlConnection {
  execute(sql: string, values: readonly unknown[], done: (error: Error | null, result: MysqlResult) => void): void;
  query(sql: string, done: (error: Error | null, result: MysqlResult) => void): void;
  release(): void;
  destroy(): void;
}

type MysqlResult = Record<string, unknown>[] | { readonly affectedRows: number; readonly insertId: number | string };

/** Values out of range are an error, whatever the server was set to. */
export const STRICT = "SET SESSION sql_mode = CONCAT(@@SESSION.sql_mode, ',STRICT_ALL_TABLES')";

/** A pool of `mysql2`. Statements with parameters are prepared and kept on each connection. */
export async function openMysqlExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const mysql = await loadDriver<MysqlModule>("mysql2", appFolder);
  const address = serverAddress(config);
  const open = async (size: number): Promise<SqlPool<MysqlConnection>> => {
    const pool = mysql.createPool({
      host: address.host,
      port: address.port,
      database: address.database,
      user: address.username,
      password: address.password,
      connectionLimit: size,
      // A connection of its own holds locks: it must not end because it is quiet.
      ...(size === 1 && { idleTimeout: 2 ** 31 - 1 }),
      connectTimeout: config.connectTimeoutMs,
      enableKeepAlive: true,
      charset: "utf8mb4",
      timezone: "Z",
      dateStrings: true,
      jsonStrings: true,
      supportBigNumbers: true,
      decimalNumbers: false,
      ...config.driverOptions,
    });
    pool.on("connection", (connection) => connection.query(STRICT, () => {}));
    return mysqlPool(pool);
  };
  const translate = (error: unknown, sql?: string): unknown => translateMysqlError(error, "MySQL", address, sql);
  const pool = await open(config.poolSize);
  try {
    pool.release(await pool.acquire(), false);
  } catch (error) {
    await pool.close();
    throw translate(error);
  }
  return createPooledExecutor("mysql", pool, translate, open);
}

function mysqlPool(pool: MysqlPool): SqlPool<MysqlConnection> {
  const command = (connection: MysqlConnection, sql: string): Promise<void> =>
    new Promise((resolve, reject) => connection.query(sql, (error) => (error ? reject(error) : resolve())));
  return {
    acquire: () =>
      new Promise((resolve, reject) => {
        pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
      }),
    release: (connection, broken) => (broken ? connection.destroy() : connection.release()),
    execute: (connection, sql, parameters) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, result: MysqlResult): void => {
          if (error) reject(error);
          else if (Array.isArray(result)) resolve({ rows: result, affected: result.length });
          else resolve({ rows: [], affected: result.affectedRows, insertId: insertId(result.insertId) });
        };
        // Not every statement can be prepared: DDL and locks go as they are.
        if (parameters.length === 0) connection.query(sql, done);
        else connection.execute(sql, parameters, done);
      }),
    begin: (connection) => command(connection, "START TRANSACTION"),
    commit: (connection) => command(connection, "COMMIT"),
    rollback: (connection) => command(connection, "ROLLBACK"),
    close: () => new Promise((resolve, reject) => pool.end((error) => (error ? reject(error) : resolve()))),
  };
}

/** A string beyond 2^53. */
function insertId(id: number | string): number | bigint {
  return typeof id === "number" ? id : BigInt(id);
}
