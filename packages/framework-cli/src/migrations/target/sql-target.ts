import type { DatabaseConfig } from "../../database/database-config.js";
import { isMysql, type SqlDialect } from "../../database/dialect.js";
import { openSqlExecutor, type SqlExecutor } from "../../database/sql/sql-executor.js";
import { quoteName, quoteText } from "../../database/sql/statement.js";
import { MigrationError } from "../../errors/migration-error.js";
import { countText } from "../../text/phrases.js";
import { operationStatements } from "../ddl/operation-statements.js";
import { absentColumns, findDrift } from "../introspect/find-drift.js";
import { isRebuildOperation, rebuildTable } from "../sqlite/rebuild-table.js";
import { sqliteExplainer } from "../sqlite/sqlite-explainer.js";
import type { Operation } from "../tables/operation.js";
import { type Check, type Column, plainColumn, type TableIndex } from "../tables/table.js";
import { liveOperation } from "./live-operation.js";
import type { Explainer, MigrationTarget, StateStore } from "./migration-target.js";
import { isPresent, ownTable } from "./own-table.js";
import { sqlJournal } from "./sql-journal.js";
import { sqlLockStore } from "./sql-lock-store.js";
import { plainRows, sqlRows } from "./sql-rows.js";

/**
 * Opens a SQL database for migrations, with one connection for work and one for the lock. SQLite uses a single
 * connection with foreign keys off, which rebuilding a table needs. `verify` then finds rows whose references are
 * broken.
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openSqlTarget(config: DatabaseConfig, appFolder: string): Promise<MigrationTarget> {
  const executor = await openSqlExecutor({ ...config, poolSize: 1 }, appFolder);
  const isSqlite = config.dialect === "sqlite";
  if (isSqlite) await executor.run("PRAGMA foreign_keys = OFF");
  const isPrivate = isSqlite && (config.storage === undefined || config.storage === ":memory:");
  const forLock = isSqlite ? executor : await openSqlExecutor({ ...config, poolSize: 1 }, appFolder);
  const { dialect } = executor;
  let isUnverified = false;
  const statements = async (operation: Operation, again: boolean): Promise<void> => {
    const columns = operation.kind === "addIndex" ? await longColumns(executor, operation.table) : [];
    for (const { sql, done } of operationStatements(operation, dialect, columns)) {
      const isDone = async (): Promise<boolean> =>
        again && !TRANSACTIONAL[dialect] && done !== undefined && (await isPresent(executor, done));
      if (await isDone()) continue;
      try {
        await executor.run(sql);
      } catch (error) {
        // The statement of a killed process may have finished on the server in the meantime.
        if (!(await isDone())) throw error;
      }
    }
  };
  return {
    dialect,
    transactional: TRANSACTIONAL[dialect],
    journal: sqlJournal(executor),
    locks: isPrivate ? undefined : sqlLockStore(forLock),
    transaction: (work) => executor.transaction(work),
    async apply(planned, again, former) {
      const operation = await liveOperation(executor, planned, former);
      if (operation === undefined) return;
      if (operation.kind === "addCheck") await refuseUnlistedValues(executor, operation.table, operation.check);
      if (operation.kind === "addIndex") await refuseRepeatedValues(executor, operation.table, operation.index);
      if (dialect !== "sqlite") return statements(operation, again);
      if (operation.kind !== "createTable") isUnverified = true;
      if (isRebuildOperation(operation)) await rebuildTable(executor, operation);
      else await statements(operation, again);
    },
    explainer: async () =>
      dialect === "sqlite" ? sqliteExplainer(executor, config, appFolder) : plainExplainer(executor),
    async query(text, parameters) {
      isUnverified = true;
      return plainRows((await executor.run(text, parameters)).rows);
    },
    rows(table) {
      isUnverified = true;
      return sqlRows(executor, table);
    },
    state: sqlState(executor),
    sequelize() {
      isUnverified = true;
      return executor.sequelize;
    },
    hasTable: (name) => isPresent(executor, { kind: "table", table: name, present: true }),
    drift: (tables) => findDrift(executor, tables),
    absentColumns: (tables) => absentColumns(executor, tables),
    async countAfter(table, column, value) {
      if (dialect !== "postgres") return;
      const sequence = "pg_get_serial_sequence($1, $2)";
      await executor.run(`SELECT setval(${sequence}, GREATEST($3::bigint, nextval(${sequence})))`, [
        quoteName(table, dialect),
        column,
        value,
      ]);
    },
    async verify() {
      if (dialect !== "sqlite" || !isUnverified) return;
      isUnverified = false;
      await refuseOrphans(executor);
    },
    async close() {
      if (forLock !== executor) await forLock.close();
      await executor.close();
    },
  };
}

const TRANSACTIONAL: Readonly<Record<SqlDialect, boolean>> = {
  sqlite: true,
  postgres: true,
  mssql: true,
  mysql: false,
  mariadb: false,
  oracle: false,
};

function plainExplainer(executor: SqlExecutor): Explainer {
  return {
    async explain(planned, former) {
      const operation = (await liveOperation(executor, planned, former)) ?? planned;
      return operationStatements(operation, executor.dialect).map(({ sql }) => `${sql};`);
    },
    close: async () => {},
  };
}

/** Names the values that a new check rejects, because the database's error does not. */
async function refuseUnlistedValues({ run, dialect }: SqlExecutor, table: string, check: Check): Promise<void> {
  if (check.kind !== "in") return;
  const [from, column] = [table, check.column].map((name) => quoteName(name, dialect));
  const allowed = check.values.map((value) => quoteText(value, dialect)).join(", ");
  const { rows } = await run(
    `SELECT ${column} AS ${quoteName("value", dialect)}, COUNT(*) AS ${quoteName("count", dialect)} FROM ${from} WHERE ${column} NOT IN (${allowed}) GROUP BY ${column}`,
  );
  if (rows.length === 0) return;
  const found = rows.map(({ value, count }) => `${JSON.stringify(value)} (${countText(Number(count), "row")})`);
  const first = JSON.stringify(rows[0]?.value);
  const next = JSON.stringify(check.values[0] ?? null);
  throw new MigrationError(
    "MIGRATION_FAILED",
    `${table}.${check.column} takes ${check.values.join(", ")}, and rows have ${found.join(", ")}.`,
    {
      hint: `Change these rows first, in a step before it: await step("values", ({ rows }) => rows(${JSON.stringify(table)}).update({ ${check.column}: ${first} }, { ${check.column}: ${next} }));`,
    },
  );
}

const MOST_REPEATED = 5;

/**
 * Names the values that a new unique index rejects. Rows with a null are left to the database, since most allow several
 * nulls.
 */
async function refuseRepeatedValues({ run, dialect }: SqlExecutor, table: string, index: TableIndex): Promise<void> {
  if (!index.unique) return;
  const columns = index.columns.map((name) => quoteName(name, dialect));
  const count = quoteName("count", dialect);
  const isNotNull = columns.map((column) => `${column} IS NOT NULL`).join(" AND ");
  const limit = ["sqlite", "mysql", "mariadb"].includes(dialect)
    ? `LIMIT ${MOST_REPEATED}`
    : `OFFSET 0 ROWS FETCH NEXT ${MOST_REPEATED} ROWS ONLY`;
  const { rows } = await run(
    `SELECT ${columns.map((column, at) => `${column} AS ${quoteName(`value${at}`, dialect)}`).join(", ")}, COUNT(*) AS ${count} FROM ${quoteName(table, dialect)} WHERE ${isNotNull} GROUP BY ${columns.join(", ")} HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, ${columns.join(", ")} ${limit}`,
  );
  if (rows.length === 0) return;
  const found = plainRows(rows).map((row) => {
    const values = columns.map((_, at) => JSON.stringify(row[`value${at}`]));
    return `${values.join(", ")} (${countText(Number(row.count), "row")})`;
  });
  const more = rows.length === MOST_REPEATED ? " ..." : "";
  throw new MigrationError(
    "MIGRATION_FAILED",
    `${table}.${index.columns.join(", ")} must be unique, and rows have the same: ${found.join("; ")}${more}.`,
    {
      hint: `Change or delete these rows in a step before it, with rows(${JSON.stringify(table)}). If this migration adds the column, let it number the rows: { distinct: true } instead of { fill }.`,
    },
  );
}

/** The long text columns of a table. Only MySQL needs them, for indexes. */
async function longColumns(executor: SqlExecutor, table: string): Promise<Column[]> {
  if (!isMysql(executor.dialect)) return [];
  const { rows } = await executor.run(
    "SELECT column_name AS name, data_type AS type, character_maximum_length AS length FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?",
    [table],
  );
  return rows.map(({ name, type, length }) =>
    plainColumn(
      String(name),
      /text/i.test(String(type)) ? { kind: "text" } : { kind: "string", length: Number(length ?? 0) },
    ),
  );
}

async function refuseOrphans(executor: SqlExecutor): Promise<void> {
  const { rows } = await executor.run("PRAGMA foreign_key_check");
  const [first] = rows;
  if (first === undefined) return;
  throw new MigrationError(
    "MIGRATION_FAILED",
    `${rows.length} rows would refer to nothing: the first is in ${String(first.table)} and refers to ${String(first.parent)}.`,
    { hint: "Delete or correct them in a step of the migration; foreign keys do not cascade while it runs on SQLite." },
  );
}

/** Texts in the table `onespec_state`. */
function sqlState(executor: SqlExecutor): StateStore {
  const table = ownTable(executor, "state", { name: { kind: "string", length: 63 }, value: { kind: "text" } });
  return {
    async read(name) {
      const row = (await table.read()).find((each) => each.name === name);
      return row === undefined ? undefined : String(row.value);
    },
    async write(name, value) {
      await table.prepare();
      await table.put({ name, value });
    },
  };
}
