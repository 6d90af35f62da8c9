import { isMysql, type SqlDialect } from "../../database/dialect.js";
import { plainInteger } from "../../database/sql/run-statement.js";
import type { SqlExecutor, SqlResult } from "../../database/sql/sql-executor.js";
import { quoteName, quoteNames, Statement } from "../../database/sql/statement.js";
import type { RowFilter, Rows, RowValues } from "./migration-target.js";

export function sqlRows(executor: SqlExecutor, table: string): Rows {
  const { dialect } = executor;
  const run = (write: (sql: Statement) => string): Promise<SqlResult> => {
    const statement = new Statement(dialect);
    return executor.run(write(statement), statement.parameters);
  };
  const quoted = quoteName(table, dialect);
  return {
    find: async (where = {}) => plainRows((await run((sql) => `SELECT * FROM ${quoted}${condition(where, sql)}`)).rows),
    async count(where = {}) {
      const { rows } = await run(
        (sql) => `SELECT COUNT(*) AS ${sql.name("count")} FROM ${quoted}${condition(where, sql)}`,
      );
      return Number(rows[0]?.count ?? 0);
    },
    async insert(given) {
      const all: readonly RowValues[] = Array.isArray(given) ? given : [given];
      for (const values of all) {
        const names = quoteNames(Object.keys(values), dialect);
        await run((sql) => {
          const marks = Object.values(values).map((value) => sql.bind(encode(value, dialect)));
          return `INSERT INTO ${quoted} (${names}) VALUES (${marks.join(", ")})`;
        });
      }
      return all.length;
    },
    async update(where, values) {
      const { affected } = await run((sql) => {
        const sets = Object.entries(values).map(
          ([column, value]) => `${sql.name(column)} = ${sql.bind(encode(value, dialect))}`,
        );
        return `UPDATE ${quoted} SET ${sets.join(", ")}${condition(where, sql)}`;
      });
      return affected;
    },
    delete: async (where) => (await run((sql) => `DELETE FROM ${quoted}${condition(where, sql)}`)).affected,
  };
}

/** Integers become numbers if that is exact, otherwise texts. Drivers differ here. */
export function plainRows(rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? plainInteger(value) : value]),
    ),
  );
}

function condition(where: RowFilter, sql: Statement): string {
  const mark = (value: unknown): string => sql.bind(encode(value, sql.dialect));
  const parts = Object.entries(where).map(([column, value]) => {
    const quoted = sql.name(column);
    if (value === null || value === undefined) return `${quoted} IS NULL`;
    if (!Array.isArray(value)) return `${quoted} = ${mark(value)}`;
    return value.length === 0 ? "1 = 0" : `${quoted} IN (${value.map(mark).join(", ")})`;
  });
  return parts.length === 0 ? "" : ` WHERE ${parts.join(" AND ")}`;
}

/** Drivers accept texts, numbers, null and bytes. Other values are written in the repository's form. */
function encode(value: unknown, dialect: SqlDialect): unknown {
  if (value === undefined) return null;
  if (typeof value === "boolean") return dialect === "postgres" || dialect === "mssql" ? value : Number(value);
  if (value instanceof Date) {
    const plain = value.toISOString().replace("T", " ").replace("Z", "");
    return isMysql(dialect) ? plain : dialect === "oracle" ? value : `${plain} +00:00`;
  }
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) return JSON.stringify(value);
  return value;
}
