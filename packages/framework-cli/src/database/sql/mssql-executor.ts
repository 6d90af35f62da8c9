import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { translateMssqlError } from "./mssql-errors.js";
import { createPooledExecutor, type SqlPool } from "./pooled-executor.js";
import { connectSequelize } from "./sequelize/connect-sequelize.js";
import { lendConnections } from "./sequelize-pool.js";
import { serverAddress } from "./server-address.js";
import type { SqlExecutor, SqlResult } from "./sql-executor.js";

/** The part of `tedious` in use. */
interface TediousModule {
  readonly Request: new (
    sql: string,
    done: (error: Error | null | undefined, rowCount?: number) => void,
  ) => TediousRequest;
  readonly TYPES: Readonly<Record<"NVarChar" | "Int" | "BigInt" | "Float" | "Bit" | "VarBinary", unknown>>;
}

interface TediousRequest {
  addParameter(name: string, type: unknown, value: unknown): void;
  on(event: "row", listener: (columns: readonly TediousColumn[]) => void): void;
}

interface TediousColumn {
  readonly value: unknown;
  readonly metadata: { readonly colName: string };
}

interface TediousConnection {
  execSql(request: TediousRequest): void;
  execSqlBatch(request: TediousRequest): void;
  beginTransaction(done: (error?: Error | null) => void): void;
  commitTransaction(done: (error?: Error | null) => void): void;
  rollbackTransaction(done: (error?: Error | null) => void): void;
}

/** SQL Server through Sequelize's connections, so that there is one way to configure them. */
export async function openMssqlExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const tedious = await loadDriver<TediousModule>("tedious", appFolder);
  const address = serverAddress(config);
  const translate = (error: unknown, sql?: string): unknown => translateMssqlError(error, address, sql);
  const open = async (poolSize: number): Promise<SqlPool<TediousConnection>> =>
    mssqlPool(lendConnections(await connectSequelize({ ...config, poolSize }, appFolder)), tedious);
  const pool = await open(config.poolSize);
  try {
    pool.release(await pool.acquire(), false);
  } catch (error) {
    await pool.close();
    throw translate(error);
  }
  return createPooledExecutor("mssql", pool, translate, open);
}

function mssqlPool(
  connections: Pick<SqlPool<TediousConnection>, "acquire" | "release" | "close">,
  { Request, TYPES }: TediousModule,
): SqlPool<TediousConnection> {
  const settled = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

  const add = (request: TediousRequest, name: string, value: unknown): void => {
    if (typeof value === "boolean") request.addParameter(name, TYPES.Bit, value);
    else if (typeof value === "bigint") request.addParameter(name, TYPES.BigInt, value.toString());
    else if (typeof value !== "number") {
      request.addParameter(name, value instanceof Uint8Array ? TYPES.VarBinary : TYPES.NVarChar, value);
    } else if (!Number.isSafeInteger(value)) request.addParameter(name, TYPES.Float, value);
    else request.addParameter(name, value >= -(2 ** 31) && value < 2 ** 31 ? TYPES.Int : TYPES.BigInt, value);
  };
  return {
    ...connections,
    execute: (connection, sql, parameters) =>
      new Promise<SqlResult>((resolve, reject) => {
        const rows: Record<string, unknown>[] = [];
        const request = new Request(sql, (error, rowCount = 0) => {
          if (error) reject(error);
          else resolve({ rows, affected: rowCount });
        });
        request.on("row", (columns) => {
          rows.push(Object.fromEntries(columns.map(({ value, metadata }) => [metadata.colName, value])));
        });
        for (const [index, value] of parameters.entries()) add(request, `p${index + 1}`, value);
        // A batch runs as it is: what it creates or sets outlives it, unlike what a prepared statement does.
        if (parameters.length === 0) connection.execSqlBatch(request);
        else connection.execSql(request);
      }),
    begin: (connection) => settled((done) => connection.beginTransaction(done)),
    commit: (connection) => settled((done) => connection.commitTransaction(done)),
    rollback: (connection) => settled((done) => connection.rollbackTransaction(done)),
  };
}
