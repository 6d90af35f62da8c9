import { getOrMake } from "@onespec/spec-core";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { type LiveTable, normalAction, normalDefault, normalType } from "./expected-tables.js";
import { onlyText, quotedTexts, shownText } from "./sql-texts.js";

/** The tables of PostgreSQL, MySQL or MariaDB, from the database's catalogue. */
export async function introspectServer(executor: SqlExecutor): Promise<LiveTable[]> {
  const catalogue = executor.dialect === "postgres" ? "postgres" : "mysql";
  const rows = async (sql: string): Promise<readonly Row[]> => (await executor.run(sql)).rows;
  const queries = QUERIES[catalogue];
  const columns = await rows(queries.columns);
  const indexes = await rows(queries.indexes);
  const keys = await rows(queries.keys);
  const checks = await rows(queries.checks);
  const isMariadb =
    catalogue === "mysql" && /mariadb/i.test(String((await rows("SELECT VERSION() AS version"))[0]?.version));
  return [...new Set(columns.map(({ t }) => String(t)))].map((table) => {
    const own = (all: readonly Row[]): readonly Row[] => all.filter(({ t }) => t === table);
    return {
      name: table,
      columns: own(columns).map((column) => {
        const type = normalType(String(column.type), catalogue);
        const counts = isTrue(column.counts);
        const fallback = catalogue === "postgres" ? postgresDefault : mysqlDefault;
        return {
          name: String(column.name),
          type,
          nullable: isTrue(column.nullable),
          primaryKey: isTrue(column.k),
          autoIncrement: counts,
          default: counts || column.d == null ? undefined : fallback(String(column.d), type, isMariadb),
        };
      }),
      indexes: grouped(own(indexes)).map(([name, parts]) => ({
        name,
        // An expression has no name.
        columns: parts.flatMap(({ c }) => (c === null ? [] : String(c))),
        unique: isTrue(parts[0]?.u),
        ...(isTrue(parts[0]?.made) && { constraint: true }),
      })),
      foreignKeys: grouped(own(keys)).map(([name, parts]) => ({
        name,
        columns: parts.map(({ c }) => String(c)),
        table: String(parts[0]?.target),
        targets: parts.map(({ tc }) => String(tc)),
        onDelete: normalAction(String(parts[0]?.deletes)),
        onUpdate: normalAction(String(parts[0]?.updates)),
      })),
      // MariaDB adds a check to each JSON column.
      checks: own(checks)
        .filter(({ text }) => !/^json_valid\(/i.test(String(text)))
        .map(({ name, text }) => ({ name: String(name), texts: quotedTexts(String(text), catalogue) })),
    };
  });
}

type Row = Readonly<Record<string, unknown>>;

/** MySQL uses numbers as booleans. */
function isTrue(value: unknown): boolean {
  return Number(value) === 1;
}

function grouped(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) getOrMake(groups, String(row.name), () => []).push(row);
  return [...groups];
}

/** `'new'::character varying` is `new`. */
function postgresDefault(sql: string, type: string): string | undefined {
  if (/^NULL(?:::|$)/i.test(sql)) return undefined;
  return normalDefault(onlyText(sql, "postgres") ?? sql.replace(/::[\w\s()"]+$/, ""), type);
}

/** MariaDB shows a default as SQL, `'it''s'` or `NULL`, MySQL the value itself. */
function mysqlDefault(text: string, type: string, isSql: boolean): string | undefined {
  if (isSql && text === "NULL") return undefined;
  return normalDefault(shownText((isSql ? onlyText(text, "mysql") : undefined) ?? text, "mysql", 1), type);
}

const ACTION = (column: string): string =>
  `CASE ${column} WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END`;

/**
 * Each query returns rows with the same names: `t` is the table, `c` a column, `k` whether it is part of the key.
 * Indexes and keys have one row for each column.
 */
const QUERIES = {
  postgres: {
    columns: `
      SELECT c.relname AS t, a.attname AS name, COALESCE((SELECT 'enum(' || string_agg(quote_literal(e.enumlabel), ',' ORDER BY e.enumsortorder) || ')' FROM pg_enum e WHERE e.enumtypid = a.atttypid), format_type(a.atttypid, a.atttypmod)) AS type,
             NOT a.attnotnull AS nullable, pg_get_expr(d.adbin, d.adrelid) AS d,
             a.attidentity <> '' OR COALESCE(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false) AS counts,
             EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS k
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY c.relname, a.attnum`,
    indexes: `
      SELECT t.relname AS t, c.relname AS name, i.indisunique AS u, a.attname AS c,
             EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = c.oid AND o.contype = 'u') AS made
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      CROSS JOIN unnest(i.indkey) WITH ORDINALITY k(num, place) LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.num
      WHERE NOT i.indisprimary AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2, k.place`,
    keys: `
      SELECT t.relname AS t, o.conname AS name, a.attname AS c, f.relname AS target, b.attname AS tc,
             ${ACTION("o.confdeltype")} AS deletes, ${ACTION("o.confupdtype")} AS updates
      FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid JOIN pg_class f ON f.oid = o.confrelid
      CROSS JOIN unnest(o.conkey, o.confkey) WITH ORDINALITY k(num, target, place)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.num JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = k.target
      WHERE o.contype = 'f' AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2, k.place`,
    checks: `
      SELECT t.relname AS t, o.conname AS name, pg_get_constraintdef(o.oid) AS text
      FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid
      WHERE o.contype = 'c' AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  },
  mysql: {
    columns: `
      SELECT c.table_name AS t, c.column_name AS name, c.column_type AS type, c.is_nullable = 'YES' AS nullable, c.column_key = 'PRI' AS k,
             c.extra LIKE '%auto_increment%' AS counts, c.column_default AS d
      FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
      WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`,
    indexes: `
      SELECT table_name AS t, index_name AS name, non_unique = 0 AS u, column_name AS c
      FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY' ORDER BY 1, 2, seq_in_index`,
    keys: `
      SELECT k.table_name AS t, k.constraint_name AS name, k.column_name AS c, k.referenced_table_name AS target,
             k.referenced_column_name AS tc, r.delete_rule AS deletes, r.update_rule AS updates
      FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
        ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
      WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL ORDER BY 1, 2, k.ordinal_position`,
    checks: `
      SELECT t.table_name AS t, c.constraint_name AS name, c.check_clause AS text
      FROM information_schema.check_constraints c JOIN information_schema.table_constraints t
        ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name AND t.constraint_type = 'CHECK'
      WHERE c.constraint_schema = DATABASE() ORDER BY 1, 2`,
  },
} as const;
