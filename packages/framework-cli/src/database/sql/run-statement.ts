import type { Connection as MysqlConnection } from "mysql2";
import type { QueryResult } from "pg";
import type { Request, Connection as TediousConnection } from "tedious";
import type { SqlDialect } from "../dialect.js";
import { loadDriver } from "../driver.js";
import type { SqliteSession } from "./sequelize/sqlite-connections.js";
import type { SqlResult } from "./sql-executor.js";

/** Runs a statement on one of Sequelize's connections. Values and rows are the driver's, errors too. */
export type RunStatement = (
  connection: unknown,
  sql: string,
  parameters: readonly unknown[],
  inTransaction: boolean,
) => Promise<SqlResult> | SqlResult;

/** The drivers that Sequelize loads, by Sequelize's names for them. */
export const DRIVERS = {
  postgres: "pg",
  mysql: "mysql2",
  mariadb: "mariadb",
  mssql: "tedious",
  oracle: "oracledb",
} as const;

export async function statementRunner(dialect: SqlDialect, appFolder: string): Promise<RunStatement> {
  switch (dialect) {
    case "sqlite":
      return (connection, sql, parameters) => (connection as SqliteSession).execute(sql, parameters);
    case "postgres":
      return runOnPostgres(await loadDriver("pg", appFolder));
    case "mysql":
      return runOnMysql;
    case "mariadb":
      return runOnMariadb;
    case "mssql":
      return runOnMssql(await loadDriver("tedious", appFolder));
    case "oracle":
      return runOnOracle(await loadDriver("oracledb", appFolder));
  }
}

const KEPT_STATEMENTS = 500;

/** The type of `BIGINT` and of counts on PostgreSQL. */
export const INT8 = 20;
/** `json`, `date`, `time`, `timestamp`, `timestamptz`, `jsonb`: as the server's text. */
const AS_TEXT = new Set([114, 1082, 1083, 1114, 1184, 3802]);
const asText = (text: string): string => text;

/** An integer as a number if that is exact, otherwise as text. */
export function plainInteger(value: string | bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** From its second use on, a statement is prepared by name on each connection. */
function runOnPostgres(pg: typeof import("pg")): RunStatement {
  const names = new Map<string, string | undefined>();
  let count = 0;
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") => {
      if (format === "binary") return pg.types.getTypeParser(oid, format);
      return oid === INT8 ? plainInteger : AS_TEXT.has(oid) ? asText : pg.types.getTypeParser(oid, format);
    },
  };
  const nameOf = (sql: string): string | undefined => {
    if (!names.has(sql)) {
      if (names.size >= KEPT_STATEMENTS) names.clear();
      names.set(sql, undefined);
      return undefined;
    }
    let name = names.get(sql);
    if (name === undefined) {
      count += 1;
      name = `framework_${count}`;
      names.set(sql, name);
    }
    return name;
  };
  return async (connection, text, values) => {
    const client = connection as { query(query: object): Promise<QueryResult | QueryResult[]> };
    const name = nameOf(text);
    const query = { text, values, types };
    let result: QueryResult | QueryResult[];
    try {
      result = await client.query(name === undefined ? query : { ...query, name });
    } catch (error) {
      // After a migration a prepared statement may have other columns than before: a fresh name prepares it again.
      if (!(error instanceof Error && error.message.includes("cached plan must not change result type"))) throw error;
      names.delete(text);
      result = await client.query(query);
    }
    const last = Array.isArray(result) ? result.at(-1) : result;
    return { rows: last?.rows ?? [], affected: last?.rowCount ?? 0 };
  };
}

/** The rows, or the result of a statement without rows. */
type MysqlResult = Record<string, unknown>[] | { readonly affectedRows: number; readonly insertId: unknown };

const untouched = (_field: unknown, next: () => unknown): unknown => next();
const MYSQL_VALUES = { dateStrings: true, supportBigNumbers: true, typeCast: untouched };

/**
 * Statements with parameters are prepared and cached on each connection. Others, such as DDL and locks, cannot always
 * be prepared.
 */
const runOnMysql: RunStatement = (connection, sql, values) =>
  new Promise((resolve, reject) => {
    const verb = values.length === 0 ? "query" : "execute";
    (connection as MysqlConnection)[verb]({ ...MYSQL_VALUES, sql, values: values as never[] }, (error, result) => {
      if (error) reject(error);
      else resolve(ofMysql(result as MysqlResult));
    });
  });

interface MariadbConnection {
  query(options: object): Promise<MysqlResult>;
  execute(options: object, values: readonly unknown[]): Promise<MysqlResult>;
}

const MARIADB_VALUES = { dateStrings: true, insertIdAsNumber: false, typeCast: untouched };

const runOnMariadb: RunStatement = async (lent, sql, values) => {
  const connection = lent as MariadbConnection;
  const options = { ...MARIADB_VALUES, sql };
  return ofMysql(await (values.length === 0 ? connection.query(options) : connection.execute(options, values)));
};

/** A key beyond 2^53 is a text or a bigint. */
function ofMysql(result: MysqlResult): SqlResult {
  if (Array.isArray(result)) return { rows: result, affected: result.length };
  const { affectedRows, insertId } = result;
  const key = typeof insertId === "string" ? BigInt(insertId) : (insertId as number | bigint);
  return { rows: [], affected: affectedRows, insertId: key };
}

/** Sequelize's: tedious takes one request at a time. */
type QueuedConnection = TediousConnection & { readonly queue: { enqueue<T>(work: () => Promise<T>): Promise<T> } };

interface TediousColumn {
  readonly value: unknown;
  readonly metadata: { readonly colName: string };
}

function runOnMssql({ Request, TYPES }: typeof import("tedious")): RunStatement {
  const add = (request: Request, name: string, value: unknown): void => {
    if (typeof value === "boolean") request.addParameter(name, TYPES.Bit, value);
    else if (typeof value === "bigint") request.addParameter(name, TYPES.BigInt, value.toString());
    else if (typeof value !== "number") {
      request.addParameter(name, value instanceof Uint8Array ? TYPES.VarBinary : TYPES.NVarChar, value);
    } else if (!Number.isSafeInteger(value)) request.addParameter(name, TYPES.Float, value);
    else request.addParameter(name, value >= -(2 ** 31) && value < 2 ** 31 ? TYPES.Int : TYPES.BigInt, value);
  };
  const execute = (connection: TediousConnection, sql: string, parameters: readonly unknown[]): Promise<SqlResult> =>
    new Promise((resolve, reject) => {
      const rows: Record<string, unknown>[] = [];
      const request = new Request(sql, (error, rowCount = 0) => {
        if (error) reject(error);
        else resolve({ rows, affected: rowCount });
      });
      request.on("row", (columns: readonly TediousColumn[]) => {
        rows.push(Object.fromEntries(columns.map(({ value, metadata }) => [metadata.colName, value])));
      });
      for (const [index, value] of parameters.entries()) add(request, `p${index + 1}`, value);
      // Temporary objects and settings of a batch stay after it. After a prepared statement they are gone.
      if (parameters.length === 0) connection.execSqlBatch(request);
      else connection.execSql(request);
    });
  return (lent, sql, parameters) => {
    const connection = lent as QueuedConnection;
    return connection.queue.enqueue(() => execute(connection, sql, parameters));
  };
}

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
}

interface OracleResult {
  readonly rows?: Record<string, unknown>[];
  readonly rowsAffected?: number;
  /** For each output bind, the values of all rows. */
  readonly outBinds?: readonly (readonly unknown[])[];
}

function runOnOracle(oracledb: OracleModule): RunStatement {
  const fetchTypeHandler = ({ dbType }: { readonly dbType: unknown }): { readonly type: unknown } | undefined => {
    // As text, a number keeps every digit.
    if (dbType === oracledb.DB_TYPE_NUMBER || dbType === oracledb.DB_TYPE_CLOB || dbType === oracledb.DB_TYPE_NCLOB) {
      return { type: oracledb.STRING };
    }
    return dbType === oracledb.DB_TYPE_BLOB ? { type: oracledb.BUFFER } : undefined;
  };
  return async (connection, sql, parameters, inTransaction) => {
    const counted = { dir: oracledb.BIND_OUT, type: oracledb.STRING };
    const binds = sql.endsWith("INTO :counted") ? [...parameters, counted] : parameters;
    const {
      rows = [],
      rowsAffected,
      outBinds,
    } = await (connection as OracleConnection).execute(sql, binds, {
      outFormat: oracledb.OUT_FORMAT_OBJECT,
      autoCommit: !inTransaction,
      fetchTypeHandler,
    });
    const key = outBinds?.[0]?.[0];
    return { rows, affected: rowsAffected ?? rows.length, ...(key !== undefined && { insertId: BigInt(String(key)) }) };
  };
}
