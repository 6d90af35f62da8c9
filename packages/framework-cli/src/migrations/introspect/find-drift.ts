import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { Table } from "../tables/table.js";
import { OWN_PREFIX } from "../target/own-table.js";
import { type Drift, expectedTables, type LiveTable } from "./expected-tables.js";
import { introspectServer } from "./introspect-server.js";
import { introspectSqlite } from "./introspect-sqlite.js";
import { quotedTexts } from "./sql-texts.js";

/** Compares the database with tables; none if the catalogue of the database is not read (SQL Server, Oracle). */
export async function findDrift(executor: SqlExecutor, tables: readonly Table[]): Promise<readonly Drift[]> {
  const live = await introspectTables(executor);
  return live === undefined ? [] : compareTables(live.filter(isOfApp), expectedTables(tables, executor.dialect));
}

/** Columns that tables of the database lack: `users.age`. */
export async function absentColumns(executor: SqlExecutor, tables: readonly Table[]): Promise<readonly string[]> {
  const live = (await introspectTables(executor)) ?? [];
  return tables.flatMap(({ name, columns }) => {
    const there = live.find((table) => table.name === name)?.columns;
    if (there === undefined) return [];
    return columns.flatMap((column) =>
      there.some((each) => each.name === column.name) ? [] : [`${name}.${column.name}`],
    );
  });
}

/** `undefined` on SQL Server and Oracle. */
export async function introspectTables(executor: SqlExecutor): Promise<LiveTable[] | undefined> {
  if (executor.dialect === "mssql" || executor.dialect === "oracle") return undefined;
  return executor.dialect === "sqlite" ? introspectSqlite(executor) : introspectServer(executor);
}

/** Bookkeeping tables, ours and Sequelize's, are in no migration. */
function isOfApp({ name }: LiveTable): boolean {
  return !name.startsWith(OWN_PREFIX) && !["SequelizeMeta", "SequelizeData"].includes(name);
}

/** Compares a live table with the expected one. */
export function compareTables(live: readonly LiveTable[], expected: readonly LiveTable[]): Drift[] {
  return compareNamed(live, expected, "table ", (table, should) => {
    const is = withExpectedNames(table, should);
    return [
      ...compareNamed(is.columns, should.columns, `column ${is.name}.`, compareParts(`${is.name}.`)),
      ...compareNamed(is.indexes, should.indexes, `index on ${is.name}: `, compareParts("index ")),
      ...compareNamed(is.foreignKeys, should.foreignKeys, `foreign key of ${is.name}: `, compareParts("foreign key ")),
      ...compareNamed(is.checks, should.checks, `check of ${is.name}: `, compareParts("check ")),
    ];
  });
}

/**
 * Replaces the names and types that other tools use by the expected ones. They name constraints differently, and use
 * ENUM types where our migrations use texts with a check.
 */
function withExpectedNames(live: LiveTable, should: LiveTable): LiveTable {
  const enums = live.columns.flatMap(({ name, type }) => {
    const texts = type.startsWith("enum(") ? JSON.stringify(quotedTexts(type, "postgres")) : undefined;
    return should.checks.filter((check) => check.column === name && JSON.stringify(check.texts) === texts);
  });
  return {
    name: live.name,
    columns: live.columns.map((column) => {
      const isEnum = enums.some((check) => check.column === column.name);
      return isEnum
        ? { ...column, type: should.columns.find(({ name }) => name === column.name)?.type ?? column.type }
        : column;
    }),
    indexes: renamed(live.indexes, should.indexes).map(({ name, columns, unique }) => ({ name, columns, unique })),
    foreignKeys: renamed(live.foreignKeys, should.foreignKeys),
    checks: [...live.checks, ...enums],
  };
}

function renamed<T extends Named & { readonly columns: readonly string[] }>(
  live: readonly T[],
  expected: readonly T[],
): T[] {
  const free = expected.filter(({ name }) => live.every((part) => part.name !== name));
  return live.map((part) => {
    if (expected.some(({ name }) => name === part.name)) return part;
    const meant = free.find(({ columns }) => JSON.stringify(columns) === JSON.stringify(part.columns));
    return { ...part, name: meant?.name ?? part.name };
  });
}

interface Named {
  readonly name: string;
}

function compareNamed<T extends Named>(
  live: readonly T[],
  expected: readonly T[],
  label: string,
  compare: (is: T, should: T) => readonly Drift[],
): Drift[] {
  const missing = expected.filter(({ name }) => !live.some((each) => each.name === name));
  return [
    ...missing.map(({ name }) => `${label}${name} is missing`),
    ...live.flatMap((is) => {
      const should = expected.find(({ name }) => name === is.name);
      return should === undefined ? [`${label}${is.name} is in no migration`] : compare(is, should);
    }),
  ];
}

function compareParts<T extends Named>(label: string): (is: T, should: T) => Drift[] {
  return (is, should) =>
    Object.entries(is).flatMap(([key, value]) => {
      const wanted = should[key as keyof T];
      if (JSON.stringify(value) === JSON.stringify(wanted)) return [];
      return [`${label}${is.name}: ${key} is ${JSON.stringify(value)}, should be ${JSON.stringify(wanted)}`];
    });
}
