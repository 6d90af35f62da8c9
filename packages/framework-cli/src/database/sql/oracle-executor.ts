import type { DatabaseConfig } from "../database-config.js";
import { loadDriver } from "../driver.js";
import { translateOracleError } from "./oracle-errors.js";
import { createPooledExecutor, type SqlPool } from "./pooled-executor.js";
import { connectSequelize } from "./sequelize/connect-sequelize.js";
import { lendConnections } from "./sequelize-pool.js";
import { serverAddress } from "./server-address.js";
import type { SqlExecutor } from "./sql-executor.js";

/** The part of `oracledb` in use. */
interface OracleModule {
  readonly OUT_FORMAT_OBJECT: number;
  readonly BIND_OUT: number;
  readonly STRING: unknown;
  readonly BUFFER: unknown;
  readonly DB_TYPE_NUMBER: unknown;
  readonly DB_TYPE_CLOB: unknown;
  readonly DB_TYPE_NCLOB: unknown;
  readonly DB_TYPE_BLOB: unknown;
}

interface OracleConnection {
  execute(sql: string, binds: object, options: object): Promise<OracleResult>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

interface OracleResult {
  readonly rows?: Record<string, unknown>[];
  readonly rowsAffected?: number;
  /** For each bind that goes out, its value of each row. */
  readonly outBinds?: readonly (readonly unknown[])[];
}

/** Oracle through Sequelize's connections, in the driver's thin mode: no client has to be installed. */
export async function openOracleExecutor(config: DatabaseConfig, appFolder: string): Promise<SqlExecutor> {
  const oracledb = await loadDriver<OracleModule>("oracledb", appFolder);
  const address = serverAddress(config);
  const translate = (error: unknown, sql?: string): unknown => translateOracleError(error, address, sql);
  const open = async (poolSize: number): Promise<SqlPool<OracleConnection>> =>
    oraclePool(lendConnections(await connectSequelize({ ...config, poolSize }, appFolder)), oracledb);
  const pool = await open(config.poolSize);
  try {
    pool.release(await pool.acquire(), false);
  } catch (error) {
    await pool.close();
    throw translate(error);
  }
  return createPooledExecutor("oracle", pool, translate, open);
}

function oraclePool(
  connections: Pick<SqlPool<OracleConnection>, "acquire" | "release" | "close">,
  oracledb: OracleModule,
): SqlPool<OracleConnection> {
  /** Connections with a transaction; on all others each statement is committed at once. */
  const busy = new WeakSet<OracleConnection>();
  const fetchTypeHandler = ({ dbType }: { readonly dbType: unknown }): { readonly type: unknown } | undefined => {
    // As text a number keeps every digit.
    if (dbType === oracledb.DB_TYPE_NUMBER || dbType === oracledb.DB_TYPE_CLOB || dbType === oracledb.DB_TYPE_NCLOB) {
      return { type: oracledb.STRING };
    }
    return dbType === oracledb.DB_TYPE_BLOB ? { type: oracledb.BUFFER } : undefined;
  };
  return {
    ...connections,
    async execute(connection, sql, parameters) {
      const counted = { dir: oracledb.BIND_OUT, type: oracledb.STRING };
      const binds = sql.endsWith("INTO :counted") ? [...parameters, counted] : parameters;
      const {
        rows = [],
        rowsAffected,
        outBinds,
      } = await connection.execute(sql, binds, {
        outFormat: oracledb.OUT_FORMAT_OBJECT,
        autoCommit: !busy.has(connection),
        fetchTypeHandler,
      });
      const key = outBinds?.[0]?.[0];
      return {
        rows,
        affected: rowsAffected ?? rows.length,
        ...(key !== undefined && { insertId: BigInt(String(key)) }),
      };
    },
    async begin(connection) {
      busy.add(connection);
    },
    async commit(connection) {
      await connection.commit();
      busy.delete(connection);
    },
    async rollback(connection) {
      await connection.rollback();
      busy.delete(connection);
    },
  };
}
