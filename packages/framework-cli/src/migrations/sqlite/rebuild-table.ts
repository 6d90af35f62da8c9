import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { quoteName, quoteNames, quoteText } from "../../database/sql/statement.js";
import { MigrationError } from "../../errors/migration-error.js";
import { numberAs } from "../ddl/fill-rows.js";
import { literal } from "../ddl/literal.js";
import { checkClause, columnDefinition, foreignKeyClause } from "../ddl/table-parts.js";
import type { Operation } from "../tables/operation.js";
import type { Column } from "../tables/table.js";
import { sqliteConversion } from "./sqlite-conversion.js";
import { readTableSource, type SourceConstraint, type TableSource, writeTableSource } from "./table-source.js";

/** Operations that SQLite's ALTER TABLE cannot do, or does not do without loss. */
export type RebuildOperation = Exclude<
  Operation,
  { kind: "createTable" | "dropTable" | "renameTable" | "renameColumn" | "addIndex" }
>;

export function isRebuildOperation(operation: Operation): operation is RebuildOperation {
  switch (operation.kind) {
    case "createTable":
    case "dropTable":
    case "renameTable":
    case "renameColumn":
    case "addIndex":
      return false;
    case "dropIndex":
      return operation.index.constraint === true;
    case "addColumn": {
      const { column, fill, distinct } = operation;
      const isClosed = !column.nullable && column.default === undefined;
      return fill !== undefined || distinct === true || column.primaryKey || isClosed;
    }
    default:
      return true;
  }
}

/**
 * Rebuilds a table with one part changed, and copies its rows. Other columns, constraints, indexes, triggers and the
 * counter of AUTOINCREMENT stay as they were. Needs a transaction on a connection with foreign keys off; otherwise rows
 * in other tables that refer to it could be deleted.
 * @throws MigrationError MIGRATION_FAILED for values that do not fit, STRUCTURE_UNSUPPORTED
 * @see https://www.sqlite.org/lang_altertable.html#otheralter
 */
export async function rebuildTable(executor: SqlExecutor, operation: RebuildOperation): Promise<void> {
  const { table } = operation;
  const run = (sql: string): Promise<unknown> => executor.run(sql);
  const source = await readSource(executor, table);
  const parts = await catalogue(executor, table);
  const counter = await readCounter(executor, table);
  const target = changedSource(source, operation);
  await refuseMisfits(executor, operation);

  const quoted = quoteName(table, "sqlite");
  const temporary = quoteName(`${table}__rebuilt`, "sqlite");
  const names = target.columns.filter(({ generated }) => !generated).map(({ name }) => name);
  const selected = names.map((name) => newValue(name, operation)).join(", ");
  await run(writeTableSource(temporary, target));
  await run(`INSERT INTO ${temporary} (${quoteNames(names, "sqlite")}) SELECT ${selected} FROM ${quoted}`);
  await run(`DROP TABLE ${quoted}`);
  // Views and triggers that use the table would make the rename fail, because the table does not exist at this moment.
  await run("PRAGMA legacy_alter_table = ON");
  await run(`ALTER TABLE ${temporary} RENAME TO ${quoted}`);
  await run("PRAGMA legacy_alter_table = OFF");
  if (counter !== undefined) await restoreCounter(executor, table, counter);
  for (const sql of parts) await run(sql);
}

async function readSource(executor: SqlExecutor, table: string): Promise<TableSource> {
  const { rows } = await executor.run("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table]);
  const sql = rows[0]?.sql;
  if (typeof sql === "string") return readTableSource(sql, table);
  throw new MigrationError("MIGRATION_FAILED", `There is no table ${table}.`, {
    hint: "Compare the migrations with the database: framework migrations:status.",
  });
}

/** The SQL of indexes and triggers. An index without SQL belongs to a constraint and is created with it. */
async function catalogue(executor: SqlExecutor, table: string): Promise<readonly string[]> {
  const { rows } = await executor.run(
    "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name",
    [table],
  );
  return rows.map(({ sql }) => String(sql));
}

async function readCounter(executor: SqlExecutor, table: string): Promise<unknown> {
  const { rows } = await executor.run("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'");
  if (rows.length === 0) return undefined;
  const counters = await executor.run("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]);
  return counters.rows[0]?.seq;
}

async function restoreCounter(executor: SqlExecutor, table: string, counter: unknown): Promise<void> {
  const { affected } = await executor.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [counter, table]);
  const isCounted = (await readSource(executor, table)).columns.some(({ text }) => /\bAUTOINCREMENT\b/i.test(text));
  if (affected === 0 && isCounted) {
    await executor.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, counter]);
  }
}

function changedSource(source: TableSource, operation: RebuildOperation): TableSource {
  const { table } = operation;
  switch (operation.kind) {
    case "addColumn": {
      const { column } = operation;
      const added = { name: column.name, text: definition(column, table, source), generated: false };
      return { ...source, columns: [...source.columns, added] };
    }
    case "dropColumn": {
      const { name } = operation.column;
      const columns = source.columns.filter((column) => column.name !== name);
      const constraints = source.constraints.filter((each) => !each.columns.includes(name));
      return { ...source, columns, constraints };
    }
    case "alterColumn": {
      const { to } = operation;
      const text = definition(to, table, source);
      return { ...source, columns: source.columns.map((each) => (each.name === to.name ? { ...each, text } : each)) };
    }
    case "addForeignKey":
      return withConstraint(source, foreignKeyClause(operation.foreignKey, table, "sqlite"));
    case "addCheck":
      return withConstraint(source, checkClause(operation.check, "sqlite"));
    case "dropForeignKey":
      return withoutConstraint(source, "foreign", operation.foreignKey, table);
    case "dropCheck":
      return withoutConstraint(source, "check", operation.check, table);
    case "dropIndex":
      return withoutConstraint(source, "unique", operation.index, table);
  }
}

/** The SQL expression for a column's values in the rebuilt table. */
function newValue(name: string, operation: RebuildOperation): string {
  const quoted = quoteName(name, "sqlite");
  if (operation.kind === "addColumn" && operation.column.name === name) {
    return filled("NULL", operation.column, operation);
  }
  if (operation.kind !== "alterColumn" || operation.to.name !== name) return quoted;
  const { from, to } = operation;
  const { value } = sqliteConversion(quoted, from.type, to.type);
  return from.nullable && !to.nullable ? filled(value, to, operation) : value;
}

/** The key is part of its column unless the table declares it separately. */
function definition(column: Column, table: string, { constraints }: TableSource): string {
  const isApart = constraints.some(({ kind }) => kind === "primary");
  return columnDefinition(column, table, "sqlite", isApart ? "apart" : "inline");
}

function filled(
  value: string,
  column: Column,
  { fill, distinct }: RebuildOperation & { kind: "addColumn" | "alterColumn" },
): string {
  const usual = column.default?.kind === "value" ? column.default.value : undefined;
  const given = fill === undefined ? usual : fill;
  if (!distinct && given === undefined) return value;
  const other = distinct
    ? numberAs("ROW_NUMBER() OVER ()", column.type, "sqlite")
    : literal(given ?? null, column.type, "sqlite", column.name);
  return value === "NULL" ? other : `COALESCE(${value}, ${other})`;
}

function withConstraint(source: TableSource, text: string): TableSource {
  const { constraints } = readTableSource(`CREATE TABLE t (${text})`, "");
  return { ...source, constraints: [...source.constraints, ...constraints] };
}

/** Finds a constraint without a name by its columns. */
function withoutConstraint(
  source: TableSource,
  kind: SourceConstraint["kind"],
  { name, columns }: { readonly name: string; readonly columns?: readonly string[] },
  table: string,
): TableSource {
  const isIt = (each: SourceConstraint): boolean =>
    each.kind === kind &&
    (name === "" || kind === "unique" ? each.columns.join("\0") === columns?.join("\0") : each.name === name);
  const constraints = source.constraints.filter((each) => !isIt(each));
  if (constraints.length < source.constraints.length) return { ...source, constraints };
  throw new MigrationError("MIGRATION_FAILED", `The table ${table} has no constraint ${name}.`, {
    hint: "Compare the migrations with the database: framework migrations:status.",
  });
}

async function refuseMisfits(executor: SqlExecutor, operation: RebuildOperation): Promise<void> {
  if (operation.kind !== "alterColumn") return;
  const { table, from, to } = operation;
  const column = quoteName(to.name, "sqlite");
  const { misfit } = sqliteConversion(column, from.type, to.type);
  if (misfit === undefined) return;
  const { rows } = await executor.run(
    `SELECT COUNT(*) AS count, MIN(${column}) AS example FROM ${quoteName(table, "sqlite")} WHERE ${column} IS NOT NULL AND (${misfit})`,
  );
  const [{ count, example } = {}] = rows;
  if (Number(count) === 0) return;
  throw new MigrationError(
    "MIGRATION_FAILED",
    `${count} values of ${table}.${to.name} do not fit its new type ${to.type.kind}, ${quoteText(String(example), "sqlite")} for example.`,
    { hint: "Correct them first, in a step of the migration before the change." },
  );
}
