import { getOrMake } from "@onespec/spec-core";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { readTableSource, sqlTokens, type TableSource } from "../sqlite/table-source.js";
import { type LiveTable, normalAction, normalDefault, normalType } from "./expected-tables.js";
import { onlyText, quotedTexts } from "./sql-texts.js";

export async function introspectSqlite(executor: SqlExecutor): Promise<LiveTable[]> {
  const { rows } = await executor.run(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql LIKE 'CREATE TABLE%' ORDER BY name",
  );
  const tables: LiveTable[] = [];
  for (const { name, sql } of rows) tables.push(await introspectTable(executor, String(name), String(sql)));
  return tables;
}

async function introspectTable(executor: SqlExecutor, name: string, sql: string): Promise<LiveTable> {
  const source = readTableSource(sql, name);
  const pragma = async (what: string, of: string) => (await executor.run(`SELECT * FROM pragma_${what}(?)`, [of])).rows;
  const columns = await pragma("table_info", name);
  const indexes = (await pragma("index_list", name)).filter(({ origin }) => origin !== "pk");
  const keys = new Map<unknown, Record<string, unknown>[]>();
  for (const row of await pragma("foreign_key_list", name)) getOrMake(keys, row.id, () => []).push(row);
  return {
    name,
    columns: columns.map((column) => {
      const type = normalType(String(column.type), "sqlite");
      return {
        name: String(column.name),
        type,
        nullable: Number(column.notnull) === 0 && Number(column.pk) === 0,
        primaryKey: Number(column.pk) > 0,
        autoIncrement: source.columns.some(({ name, text }) => name === column.name && counts(text)),
        default: defaultOf(column.dflt_value, type),
      };
    }),
    indexes: await Promise.all(
      indexes.map(async (index) => ({
        name: String(index.name),
        columns: (await pragma("index_info", String(index.name))).map((column) => String(column.name)),
        unique: Number(index.unique) === 1,
        ...(index.origin === "u" && { constraint: true }),
      })),
    ),
    foreignKeys: source.constraints
      .filter(({ kind }) => kind === "foreign")
      .map(({ name = "", columns }) => {
        const parts = [...keys.values()].find((each) => each.map(({ from }) => from).join() === columns.join()) ?? [];
        return {
          name,
          columns,
          table: String(parts[0]?.table),
          targets: parts.map(({ to }) => String(to)),
          onDelete: normalAction(String(parts[0]?.on_delete)),
          onUpdate: normalAction(String(parts[0]?.on_update)),
        };
      }),
    checks: checksOf(source),
  };
}

function counts(definition: string): boolean {
  return sqlTokens(definition).some(({ kind, text }) => kind === "word" && /^AUTOINCREMENT$/i.test(text));
}

function defaultOf(sql: unknown, type: string): string | undefined {
  if (sql === null || sql === undefined || /^null$/i.test(String(sql))) return undefined;
  return normalDefault(onlyText(String(sql), "sqlite") ?? String(sql), type);
}

function checksOf({ constraints }: TableSource): LiveTable["checks"] {
  return constraints
    .filter(({ kind }) => kind === "check")
    .map(({ name = "", text }) => ({ name, texts: quotedTexts(text, "sqlite") }));
}
