import { DatabaseError } from "../../../errors/database-error.js";
import type { RecordStore } from "../../create-repository.js";
import type { Where } from "../../repository.js";
import type { SqlExecutor } from "../sql-executor.js";
import { Statement } from "../statement.js";
import { decodeRow, type EntityTable, type TableColumn } from "./entity-table.js";
import type { RunSql } from "./error-in-fields.js";
import { columnList, livingWhere, lockedTable, lockSql, selectRecords } from "./select-records.js";
import { amountSql, whereSql } from "./where-sql.js";
import { assignments, createInserter, insertOrUpdate } from "./write-records.js";

/** The records of a table by statements of our own. */
export function createSqlStore(
  table: EntityTable,
  executor: SqlExecutor,
  run: RunSql,
): RecordStore<TableColumn> & { readonly table: EntityTable } {
  const { dialect, entity } = table;
  const returns = dialect === "sqlite" || dialect === "postgres";
  /** Completes a statement with the condition and runs it. */
  const runWhere = (text: string, where: Where, statement: Statement, reach?: "all", end = "") => {
    const condition = reach === "all" ? whereSql(where, table, statement) : livingWhere(where, table, statement);
    return run(`${text}${condition === undefined ? "" : ` WHERE ${condition}`}${end}`, statement.parameters);
  };
  const selectOne: RecordStore<TableColumn>["selectOne"] = async (columns, where, { lock = false, reach }) => {
    const text = `SELECT ${columnList(columns)} FROM ${lockedTable(table, lock)}`;
    const { rows } = await runWhere(text, where, new Statement(dialect), reach, lockSql(table, lock));
    return rows[0] && decodeRow(rows[0], columns);
  };
  /** Runs an UPDATE of one record. @param after the condition that it meets then */
  const updated = async (text: string, where: Where, after: Where, statement: Statement, reach?: "all") => {
    const end = returns ? ` RETURNING ${columnList(table.shown)}` : "";
    const { rows, affected } = await runWhere(text, where, statement, reach, end);
    if (returns) return rows[0] && decodeRow(rows[0], table.shown);
    return affected === 0 ? undefined : selectOne(table.shown, after, reach === undefined ? {} : { reach });
  };
  return {
    table,
    ...createInserter(table, executor, run),
    ...(returns && {
      insertOrUpdate: (record, changes, conflict) => insertOrUpdate(record, changes, conflict, table, run),
    }),
    checkLock() {
      if (executor.isInTransaction()) return;
      throw new DatabaseError("VALUE_REFUSED", "A lock needs a transaction.", {
        hint: "Write: transaction(() => repository.get(id, { lock: true })).",
      });
    },
    select: (columns, query) => selectRecords(table, columns, query, run),
    selectOne,
    async count(where) {
      const text = `SELECT COUNT(*) AS ${dialect === "oracle" ? '"n"' : "n"} FROM ${table.quoted}`;
      return Number((await runWhere(text, where, new Statement(dialect))).rows[0]?.n);
    },
    updateOne(where, changes, reach) {
      const statement = new Statement(dialect);
      const text = `UPDATE ${table.quoted} SET ${assignments(changes, table, statement)}`;
      const moved = Object.keys(where).map((name) => [name, changes[name] ?? where[name]]);
      return updated(text, where, Object.fromEntries(moved), statement, reach);
    },
    async updateAll(where, changes) {
      const statement = new Statement(dialect);
      const text = `UPDATE ${table.quoted} SET ${assignments(changes, table, statement)}`;
      return (await runWhere(text, where, statement)).affected;
    },
    increment(where, room, amounts, changes) {
      const statement = new Statement(dialect);
      const version = entity.source?.options.version;
      const counted = version ? [[table.field(version === true ? "version" : String(version)), 1] as const] : [];
      const parts = [...amounts, ...counted].map(
        ([column, amount]) => `${column.quoted} = ${column.quoted} + ${amountSql(column, amount, table, statement)}`,
      );
      const set = [...parts, assignments(changes, table, statement)].filter((part) => part !== "");
      return updated(`UPDATE ${table.quoted} SET ${set.join(", ")}`, { and: [where, room] }, where, statement);
    },
    async removeAll(where, marks) {
      const statement = new Statement(dialect);
      const text =
        table.deletedAt === undefined
          ? `DELETE FROM ${table.quoted}`
          : `UPDATE ${table.quoted} SET ${assignments(marks, table, statement)}`;
      return (await runWhere(text, where, statement)).affected;
    },
  };
}
