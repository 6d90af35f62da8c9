import type { SqlDialect } from "../../database/dialect.js";
import { quoteName } from "../../database/sql/quote.js";
import { placeholder } from "../../database/sql/repository/run-sql.js";
import { plainInteger } from "../../database/sql/run-statement.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { RowFilter, Rows, RowValues } from "./migration-target.js";

export function sqlRows(executor: SqlExecutor, table: string): Rows {
  const { dialect } = executor;
  const quoted = quoteName(table, dialect);
  const name = (column: string): string => quoteName(column, dialect);
  return {
    async find(where = {}) {
      const parameters: unknown[] = [];
      return plainRows(
        (await executor.run(`SELECT * FROM ${quoted}${condition(where, dialect, parameters)}`, parameters)).rows,
      );
    },
    async count(where = {}) {
      const parameters: unknown[] = [];
      const sql = `SELECT COUNT(*) AS ${name("count")} FROM ${quoted}${condition(where, dialect, parameters)}`;
      return Number((await executor.run(sql, parameters)).rows[0]?.count ?? 0);
    },
    async insert(given) {
      const all: readonly RowValues[] = Array.isArray(given) ? given : [given];
      for (const values of all) {
        const columns = Object.keys(values);
        const marks = columns.map((_, index) => placeholder(dialect, index + 1));
        await executor.run(
          `INSERT INTO ${quoted} (${columns.map(name).join(", ")}) VALUES (${marks.join(", ")})`,
          columns.map((column) => encode(values[column], dialect)),
        );
      }
      return all.length;
    },
    async update(where, values) {
      const parameters: unknown[] = [];
      const sets = Object.entries(values).map(([column, value]) => {
        parameters.push(encode(value, dialect));
        return `${name(column)} = ${placeholder(dialect, parameters.length)}`;
      });
      const sql = `UPDATE ${quoted} SET ${sets.join(", ")}${condition(where, dialect, parameters)}`;
      return (await executor.run(sql, parameters)).affected;
    },
    async delete(where) {
      const parameters: unknown[] = [];
      return (await executor.run(`DELETE FROM ${quoted}${condition(where, dialect, parameters)}`, parameters)).affected;
    },
  };
}

/** Integers as numbers if that is exact, else as texts: drivers differ. */
export function plainRows(rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? plainInteger(value) : value]),
    ),
  );
}

function condition(where: RowFilter, dialect: SqlDialect, parameters: unknown[]): string {
  const mark = (value: unknown): string => {
    parameters.push(encode(value, dialect));
    return placeholder(dialect, parameters.length);
  };
  const parts = Object.entries(where).map(([column, value]) => {
    const quoted = quoteName(column, dialect);
    if (value === null || value === undefined) return `${quoted} IS NULL`;
    if (!Array.isArray(value)) return `${quoted} = ${mark(value)}`;
    return value.length === 0 ? "1 = 0" : `${quoted} IN (${value.map(mark).join(", ")})`;
  });
  return parts.length === 0 ? "" : ` WHERE ${parts.join(" AND ")}`;
}

/** Drivers take texts, numbers, null and bytes alike; the rest goes in the form in which the repository keeps it. */
function encode(value: unknown, dialect: SqlDialect): unknown {
  if (value === undefined) return null;
  if (typeof value === "boolean") return dialect === "postgres" || dialect === "mssql" ? value : Number(value);
  if (value instanceof Date) {
    const plain = value.toISOString().replace("T", " ").replace("Z", "");
    return dialect === "mysql" || dialect === "mariadb" ? plain : dialect === "oracle" ? value : `${plain} +00:00`;
  }
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) return JSON.stringify(value);
  return value;
}
